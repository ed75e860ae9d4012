//! Sentences that name keys, with the keys as they are configured.

use hoshi_session::{Refused, Side, Vertex};

use super::{capital, next_short, result, stones};
use crate::keys::{Action, Keys, MOVES};
use crate::program::{Lesson, NextGame};

pub(crate) fn pass(keys: &Keys) -> String {
    format!("Pass? {}: pass. Esc: play on.", or_enter(keys, Action::Pass))
}

pub(crate) fn pass_ends(keys: &Keys) -> String {
    let yes = or_enter(keys, Action::Pass);
    format!("This ends play; count now? {yes}: pass. Esc: play on.")
}

pub(crate) fn discard(keys: &Keys) -> String {
    let (leave, save) = (or_enter(keys, Action::Leave), keys.name(Action::SaveAs));
    format!("Leave without saving your changes? {leave}: leave. Esc: stay; {save} then saves.")
}

/// The keys that say yes.
fn or_enter(keys: &Keys, action: Action) -> String {
    match keys.name(action) {
        name if name == "Enter" => name,
        name => format!("Enter or {name}"),
    }
}

/// A letter that is no key and no column.
pub(crate) fn no_such_key(letter: char, keys: &Keys) -> String {
    format!("`{letter}` does nothing here; {} shows every key.", keys.name(Action::Help))
}

/// Before lessons and problems are left with a key that is also a column.
pub(crate) fn leave(keys: &Keys) -> String {
    format!("Leave? {}: leave. Esc: stay.", or_enter(keys, Action::Leave))
}

/// A text does not fit.
pub(crate) fn read_on(keys: &Keys) -> String {
    format!("There is more text: {} shows it.", keys.name(Action::Read))
}

/// Puts the keys of actions into a text: `{pass}` is the key of `pass`.
pub(crate) fn fill(text: &str, keys: &Keys) -> String {
    let arrows = arrows(keys);
    let arrows = if keys.are_arrows_usual() { format!("the {arrows}") } else { arrows };
    let text = text.replace("{arrows}", &arrows);
    let text = text.replace("{play}", &keys.name(Action::Play));
    text.replace("{pass}", &keys.name(Action::Pass))
}

pub(crate) fn check_dead(keys: &Keys) -> String {
    let [play, accept, resume] =
        [Action::Play, Action::Accept, Action::Continue].map(|action| keys.name(action));
    format!("Check the dead stones: {play} changes a group, {accept} accepts, {resume} plays on.")
}

pub(crate) fn demonstration(keys: &Keys) -> String {
    let back = keys.name(Action::Demonstrate);
    format!("This is a copy of the board: show how it ends. {back} returns to the count.")
}

pub(crate) fn review_begins(keys: &Keys) -> String {
    let [back, next, review] =
        [Action::Back, Action::Next, Action::Review].map(|action| keys.name(action));
    format!("Review: {back} and {next} walk through the game, {review} returns.")
}

/// A review of the game that has just ended.
pub(crate) fn review_of_end(keys: &Keys) -> String {
    let [back, next, leave] =
        [Action::Back, Action::Next, Action::Leave].map(|action| keys.name(action));
    format!("A copy of the game, to review: {back} and {next} walk through it, {leave} leaves.")
}

pub(crate) fn review_opened(keys: &Keys) -> String {
    let (next, play) = (keys.name(Action::Next), keys.name(Action::Play));
    let next = capital(&next);
    format!("{next} walks through the moves; {play} plays one of your own, as a variation.")
}

pub(crate) fn not_over(keys: &Keys) -> String {
    format!("The game is not over yet; {} saves and leaves it.", keys.name(Action::Leave))
}

pub(crate) fn too_long_to_copy(keys: &Keys) -> String {
    let save = keys.name(Action::SaveAs);
    format!("The record is too long for a terminal's clipboard; {save} saves it as a file.")
}

/// The record, or only its main line, is in the clipboard, unless the terminal refused it in silence.
pub(crate) fn copied(is_all: bool, keys: &Keys) -> String {
    let save = keys.name(Action::SaveAs);
    match is_all {
        true => {
            format!("The record is copied, if the terminal allows it; {save} saves it as a file.")
        }
        false => {
            format!("Only the main line is copied, if the terminal allows it; {save} saves all.")
        }
    }
}

/// The sign that a text was cut, with the key that shows all of it.
pub(crate) fn more(keys: &Keys) -> String {
    format!(".. {}", keys.name(Action::Read))
}

/// There is a comment, which a key shows.
pub(crate) fn comment_here(keys: &Keys) -> String {
    format!("{} comment", keys.name(Action::Read))
}

pub(crate) fn a_copy(keys: &Keys) -> String {
    format!("a copy; {} saves it as a file", keys.name(Action::SaveAs))
}

pub(crate) fn a_copy_of(name: &str, keys: &Keys) -> String {
    format!("a copy ({} saves it) of {name}", keys.name(Action::SaveAs))
}

/// The keys after the end of a game.
pub(crate) fn over_keys(keys: &Keys) -> String {
    let [new, review, leave] =
        [Action::New, Action::Review, Action::Leave].map(|action| keys.name(action));
    format!("{new} new game  {review} review  {leave} leave")
}

pub(crate) fn begins(side: Side, keys: &Keys) -> String {
    let (moves, play) = (arrows(keys), keys.name(Action::Play));
    let the = if keys.are_arrows_usual() { "the " } else { "" };
    format!("{side} begins. Move with {the}{moves} and play with {play}, or type D4.")
}

pub(crate) fn transcribe(keys: &Keys) -> String {
    let (correct, play) = (keys.name(Action::Correct), keys.name(Action::Play));
    let moves = capital(&arrows(keys));
    format!(
        "Play the moves of both colours; {correct} corrects an earlier one. {moves} and {play}, or type D4."
    )
}

/// The keys that move the cursor.
fn arrows(keys: &Keys) -> String {
    match keys.are_arrows_usual() {
        true => "arrows".to_owned(),
        false => MOVES.map(|action| keys.name(action)).join(" "),
    }
}

pub(crate) fn stands_and_accept(what: &str, keys: &Keys) -> String {
    format!("{}. {} accepts.", super::as_it_stands(what), keys.name(Action::Accept))
}

/// A big mistake.
pub(crate) fn lesson(lesson: &Lesson, can_undo: bool, keys: &Keys) -> String {
    let Lesson { at, points, better, .. } = lesson;
    let undo = match can_undo {
        true => format!("; {} takes it back", keys.name(Action::Undo)),
        false => String::new(),
    };
    format!("{at} loses about {points} points, {better} was better{undo}.")
}

/// The next game for a learner.
pub(crate) fn next_game(next: &NextGame, keys: &Keys) -> String {
    let what = if next.is_harder { "wins" } else { "losses" };
    format!("Two {what} in a row. {}", next_short(next, keys))
}

/// Why a command was refused, with the keys of the board where the session names commands.
pub(crate) fn refused(why: &Refused, keys: &Keys) -> String {
    let key = |action| keys.name(action);
    match why {
        Refused::Marking => check_dead(keys),
        Refused::OldRevision { .. } => {
            "The marks have just changed; look at them again.".to_owned()
        }
        Refused::Thinking(side) => format!("{side} is thinking; {} stops it.", key(Action::Stop)),
        Refused::Failed(side) => {
            let (restart, replace) = (key(Action::Restart), key(Action::Replace));
            format!("{side}'s engine has stopped; {restart} restarts it, {replace} plays for it.")
        }
        Refused::NotReviewing => {
            format!("This can be done in review; {} begins one.", key(Action::Review))
        }
        Refused::Reviewing => {
            format!("This can be done in the game; {} returns to it.", key(Action::Review))
        }
        Refused::Demonstrating => demonstration(keys),
        Refused::NoSuchNode => "There is no such move in the record.".to_owned(),
        why => format!("{}.", capital(&why.to_string())),
    }
}

pub(crate) fn fault(side: Side, name: &str, why: &str, keys: &Keys) -> String {
    let (restart, replace) = (keys.name(Action::Restart), keys.name(Action::Replace));
    format!("The game is safe. {restart} restarts {name} ({side}), {replace} plays for it: {why}")
}

/// The objection of a program to the marks.
///
/// `alive` and `dead` are the disputed groups: a point and the number of stones of each.
pub(crate) fn dispute(
    by: Side,
    alive: &[(Vertex, usize)],
    dead: &[(Vertex, usize)],
    keys: &Keys,
) -> String {
    let group = |&(at, count): &(Vertex, usize)| match count {
        1 => at.as_str().to_owned(),
        _ => format!("{} ({})", at.as_str(), stones(count)),
    };
    let claim = |groups: &[(Vertex, usize)], status: &str| {
        let names: Vec<String> = groups.iter().map(group).collect();
        (!names.is_empty()).then(|| format!("{} {status}", names.join(", ")))
    };
    let all = [claim(alive, "alive"), claim(dead, "dead")];
    let all = all.into_iter().flatten().collect::<Vec<_>>().join("; ");
    let (accept, show) = (keys.name(Action::Accept), keys.name(Action::Demonstrate));
    format!("{by} thinks: {all}. {accept} accepts anyway, {show} plays it out.")
}

/// The question before the count is accepted, with `letter` or Enter. `open` empty points belong to neither side.
pub(crate) fn accept(letter: char, score: Option<&str>, open: usize) -> String {
    let score = score.map(|score| format!(": {}", result(score))).unwrap_or_default();
    // A finished game leaves hardly more.
    let note = match open {
        0..=10 => String::new(),
        _ => format!(" {open} empty points belong to neither side; the game may not be over."),
    };
    format!("Accept the count{score}?{note} Enter or {letter}: accept. Esc: no.")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dispute names groups, not each of their stones.
    #[test]
    fn a_dispute_is_short() {
        let at = |name: &str| name.parse::<Vertex>().unwrap();
        let (alive, dead) = ([(at("A9"), 26), (at("J1"), 1)], [(at("C3"), 2)]);
        assert_eq!(
            dispute(Side::White, &alive, &dead, &Keys::default()),
            "White thinks: A9 (26 stones), J1 alive; C3 (2 stones) dead. a accepts anyway, d plays it out."
        );
    }

    /// No sentence names a default key when the configuration has others.
    #[test]
    fn sentences_name_the_configured_keys() {
        let mut keys = Keys::default();
        let names = Keys::actions();
        for (nth, action) in names.iter().enumerate() {
            // No default key is Ctrl and a letter or a digit.
            let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9');
            let letter = letters.filter(|letter| !"clz".contains(*letter)).nth(nth).unwrap();
            keys.set(action, &[format!("ctrl-{letter}")]).unwrap();
        }
        let lesson_of = Lesson { number: 1, at: "A1".into(), points: 12, better: "E5".into() };
        let next = NextGame { game: Default::default(), is_harder: true, name: "bot:2".into() };
        let sentences = [
            pass(&keys),
            pass_ends(&keys),
            discard(&keys),
            check_dead(&keys),
            demonstration(&keys),
            review_begins(&keys),
            review_of_end(&keys),
            review_opened(&keys),
            not_over(&keys),
            too_long_to_copy(&keys),
            copied(true, &keys),
            copied(false, &keys),
            more(&keys),
            leave(&keys),
            no_such_key('?', &keys),
            read_on(&keys),
            fill("{arrows} move, {play} plays, {pass} passes", &keys),
            comment_here(&keys),
            a_copy(&keys),
            a_copy_of("game.sgf", &keys),
            over_keys(&keys),
            begins(Side::Black, &keys),
            transcribe(&keys),
            stands_and_accept("B+3.5", &keys),
            lesson(&lesson_of, true, &keys),
            next_game(&next, &keys),
            refused(&Refused::Marking, &keys),
            refused(&Refused::Thinking(Side::White), &keys),
            refused(&Refused::Failed(Side::White), &keys),
            refused(&Refused::NotReviewing, &keys),
            refused(&Refused::Reviewing, &keys),
            fault(Side::White, "gnugo", "it has ended", &keys),
            dispute(Side::White, &["A1".parse().map(|at| (at, 1)).unwrap()], &[], &keys),
        ];
        let usual = Keys::default();
        for text in sentences {
            let words: Vec<&str> = text.split([' ', '.', ',', ';', '(', ')', ':']).collect();
            assert!(words.iter().any(|word| word.to_lowercase().starts_with("ctrl-")), "{text}");
            let is_default = |word: &&&str| {
                // `a` is a word, too.
                word.len() == 1 && **word != "a" && **word != "A" && usual.has(word)
            };
            assert_eq!(words.iter().find(is_default), None, "{text}");
        }
    }
}
