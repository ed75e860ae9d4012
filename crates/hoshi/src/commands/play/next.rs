//! The next step for a learner: after two wins or two losses in a row against the same bot, a game that is
//! a little harder or easier is offered. The level changes first; where there is no other level, the komi;
//! then the handicap stones, which are worth most. Stones that were given are taken away first.

use hoshi_core::{Color, HalfPoints, Rules, Size};
use hoshi_record::glance::Glance;
use hoshi_record::replay::Terms;
use hoshi_record::sgf::Collection;
use hoshi_session::host::program::{NewGame, NextGame, Own};
use hoshi_session::host::{BotSpec, Who};
use hoshi_store::History;

/// What a game against the bot is played under, as far as it makes it easy or hard for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Match {
    /// The colour of the person.
    person: Color,
    level: u8,
    size: Size,
    rules: Rules,
    komi: HalfPoints,
    stones: u32,
}

/// The komi of a first game: White wins ties.
const LEAST: HalfPoints = HalfPoints::from_halves(1);

impl Match {
    /// A little harder, or easier; `None` if there is no such step.
    fn step(&self, harder: bool) -> Option<Match> {
        let full = self.rules.komi;
        let mut next = self.clone();
        // Komi and stones are for a person who has Black.
        let has_black = self.person == Color::Black;
        let most = most_stones(self.size);
        match harder {
            true if self.stones >= 2 => {
                next.stones = if self.stones == 2 { 0 } else { self.stones - 1 };
                // Handicap games have a komi of their own, often none: the even game has that of a first game.
                if next.stones == 0 {
                    next.komi = self.komi.max(LEAST);
                }
            }
            true if self.level < 10 => next.level += 1,
            true if has_black && self.komi < full => next.komi = full,
            false if self.level > 1 => next.level -= 1,
            false if has_black && self.stones == 0 && self.komi > LEAST => next.komi = LEAST,
            false if has_black && self.stones < most => next.stones = (self.stones + 1).max(2),
            _ => return None,
        }
        Some(next)
    }

    /// The opponent.
    fn bot(&self) -> Who {
        Who::Bot(BotSpec::of_level(self.level))
    }

    /// Komi where it is not that of the rules; with handicap stones it is never another.
    fn other_komi(&self) -> Option<HalfPoints> {
        (self.stones < 2 && self.komi != self.rules.komi).then_some(self.komi)
    }

    /// What it is called after `last`: the opponent, and what else changes.
    fn name(&self, last: &Match) -> String {
        let bot = self.bot();
        if self.stones != last.stones {
            return match self.stones {
                0 => format!("{bot}, no handicap"),
                stones => format!("{bot}, handicap {stones}"),
            };
        }
        if self.komi == last.komi { bot.to_string() } else { format!("{bot}, komi {}", self.komi) }
    }

    /// Its terms; what nothing is known of is as it was before.
    fn game(&self, before: NewGame) -> NewGame {
        NewGame {
            size: self.size_text(),
            opponent: self.bot().to_string(),
            color: if self.person == Color::Black { Own::Black } else { Own::White },
            rules: self.rules.to_string(),
            komi: self.other_komi().map(|komi| komi.to_string()).unwrap_or_default(),
            handicap: self.stones,
            transcript: None,
            ..before
        }
    }

    /// The board, as people write it.
    fn size_text(&self) -> String {
        match (self.size.width(), self.size.height()) {
            (width, height) if width == height => width.to_string(),
            _ => self.size.to_string(),
        }
    }

    /// The command that plays it.
    fn command(&self) -> String {
        let bot = self.bot();
        let side = if self.person == Color::Black { "--white" } else { "--black" };
        let mut command = format!("hoshi play --size {} {side} {bot}", self.size_text());
        if self.rules != Rules::of(hoshi_core::Preset::Chinese) {
            command.push_str(&format!(" --rules {}", self.rules));
        }
        if self.stones >= 2 {
            command.push_str(&format!(" --handicap {}", self.stones));
        }
        if let Some(komi) = self.other_komi() {
            command.push_str(&format!(" --komi {komi}"));
        }
        command
    }
}

/// How many stones a board of this size takes before the game is none any more.
fn most_stones(size: Size) -> u32 {
    match (size.width(), size.height()) {
        (9, 9) => 5,
        (13, 13) => 6,
        (19, 19) => 9,
        _ => 0,
    }
}

/// Who won a game against which bot: the person's colour, the level, whether the person won.
fn won(game: &Glance) -> Option<(Color, u8, bool)> {
    let level = |name: &str| name.strip_prefix("hoshi bot:")?.parse::<u8>().ok();
    let (person, level) = match (level(&game.black), level(&game.white)) {
        (None, Some(level)) => (Color::Black, level),
        (Some(level), None) => (Color::White, level),
        _ => return None,
    };
    let winner = match game.result.as_deref()?.as_bytes() {
        [b'B', b'+', ..] => Color::Black,
        [b'W', b'+', ..] => Color::White,
        _ => return None,
    };
    (1..=10).contains(&level).then_some((person, level, winner == person))
}

/// The next step after a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Next {
    last: Match,
    next: Match,
    has_won: bool,
}

impl Next {
    /// The step after the game of this record, if the game before it in the history was played on the same terms and
    /// ended in the same way. The game itself is still open, so it does not count as one of the history.
    pub(super) fn after(history: &History, sgf: &str) -> Option<Next> {
        let file = Collection::read(sgf).ok()?;
        let tree = file.game(0)?;
        let glance = Glance::of(tree);
        let now = won(&glance)?;
        let entry = history.entries().ok()?.find(|entry| !entry.is_played)?;
        let before = entry.game.ok()?;
        let people = |game: &Glance| [game.black.clone(), game.white.clone()];
        if won(&before) != Some(now) || people(&before) != people(&glance) {
            return None;
        }
        // A game that was easier or harder says nothing about this one.
        let bytes = hoshi_files::read(&history.path(&entry.name)).ok()?;
        let before = Collection::read(bytes).ok()?;
        let terms = Terms::of(tree);
        if Terms::of(before.game(0)?) != terms {
            return None;
        }
        let Terms { size, rules, komi, handicap } = terms;
        let (person, level, has_won) = now;
        let last = Match { person, level, size, rules, komi, stones: handicap };
        let next = last.step(has_won)?;
        Some(Next { last, next, has_won })
    }

    /// For a view. `before` has the terms that a record does not name.
    pub(super) fn offer(&self, before: NewGame) -> NextGame {
        let name = self.next.name(&self.last);
        NextGame { game: self.next.game(before), is_harder: self.has_won, name }
    }

    /// In a sentence, with the command that plays it.
    pub(super) fn sentence(&self) -> String {
        let (how, what) = if self.has_won { ("won", "harder") } else { ("lost", "easier") };
        format!("You have {how} two games in a row. A little {what}: {}", self.next.command())
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::Preset;

    use super::*;

    fn first() -> Match {
        let rules = Rules::of(Preset::Chinese);
        Match { person: Color::Black, level: 1, size: Size::S9, rules, komi: LEAST, stones: 0 }
    }

    #[test]
    fn a_learner_climbs_by_levels_and_falls_back_on_stones() {
        let mut game = first();
        let mut up = Vec::new();
        while let Some(next) = game.step(true) {
            game = next;
            up.push(game.command());
        }
        assert_eq!(up[0], "hoshi play --size 9 --white bot:2 --komi 0.5");
        assert_eq!(up[8], "hoshi play --size 9 --white bot:10 --komi 0.5");
        assert_eq!(up[9..], ["hoshi play --size 9 --white bot:10"]);
        let mut game = first();
        let mut down = Vec::new();
        while let Some(next) = game.step(false) {
            game = next;
            down.push(game.stones);
        }
        assert_eq!(down, [2, 3, 4, 5]);
        assert_eq!(game.step(true).map(|next| next.stones), Some(4));
        let last = game.command();
        assert_eq!(last, "hoshi play --size 9 --white bot:1 --handicap 5");
    }

    /// Down from the full komi at level 3: level, then komi, then stones.
    #[test]
    fn steps_down_go_by_level_then_komi_then_stones() {
        let full = Rules::of(Preset::Chinese).komi;
        let start = |size: Size| Match { level: 3, komi: full, size, ..first() };
        for (size, most) in [(Size::S9, 5), (Size::S13, 6)] {
            let mut game = start(size);
            let mut steps = Vec::new();
            while let Some(next) = game.step(false) {
                steps.push((next.level, next.komi == full, next.stones));
                game = next;
            }
            let by_stones = (2..=most).map(|stones| (1, false, stones));
            let by_level = [(2, true, 0), (1, true, 0), (1, false, 0)];
            let wanted: Vec<_> = by_level.into_iter().chain(by_stones).collect();
            assert_eq!(steps, wanted, "{size}");
        }
        // A person with White has no komi to give away, and no stones.
        let white = Match { person: Color::White, level: 1, ..start(Size::S9) };
        assert_eq!(white.step(false), None);
        assert_eq!(white.step(true).map(|next| next.level), Some(2));
    }

    #[test]
    fn a_step_names_what_changes() {
        let names = |game: &Match, harder| {
            let next = game.step(harder).expect("a step");
            let terms =
                next.game(NewGame { time: "10m".into(), teach: true, ..NewGame::default() });
            assert_eq!((terms.time.as_str(), terms.teach), ("10m", true));
            (next.name(game), terms.opponent, terms.komi, terms.handicap)
        };
        let text = |text: &str| text.to_owned();
        let game = first();
        assert_eq!(names(&game, true), (text("bot:2"), text("bot:2"), text("0.5"), 0));
        assert_eq!(names(&game, false), (text("bot:1, handicap 2"), text("bot:1"), text(""), 2));
        let two = Match { stones: 2, komi: HalfPoints::default(), ..first() };
        assert_eq!(names(&two, true), (text("bot:1, no handicap"), text("bot:1"), text("0.5"), 0));
        let full = Match { komi: first().rules.komi, ..first() };
        assert_eq!(names(&full, false), (text("bot:1, komi 0.5"), text("bot:1"), text("0.5"), 0));
        let white = Match { person: Color::White, ..first() };
        assert_eq!(white.game(NewGame::default()).color, Own::White);
    }

    #[test]
    fn results_are_those_of_the_person() {
        let glance = |black: &str, white: &str, result: &str| Glance {
            black: black.into(),
            white: white.into(),
            date: String::new(),
            size: Size::S9,
            moves: 9,
            result: Some(result.into()),
        };
        assert_eq!(won(&glance("Ann", "hoshi bot:3", "B+R")), Some((Color::Black, 3, true)));
        assert_eq!(won(&glance("hoshi bot:3", "Ann", "B+2.5")), Some((Color::White, 3, false)));
        assert_eq!(won(&glance("Ann", "GNU Go", "B+R")), None);
        assert_eq!(won(&glance("Ann", "hoshi bot:3", "Void")), None);
        assert_eq!(won(&glance("hoshi bot:1", "hoshi bot:3", "B+R")), None);
    }
}
