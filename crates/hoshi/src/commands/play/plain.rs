//! The view of a session in lines: boards, moves and results are data, prompts and troubles are talk.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _, StdinLock};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use hoshi_core::{Color, Diagram, Move, Outcome, Phase, WinBy};
use hoshi_record::info::time::Millis;

use super::words::{self, HELP, Line};
use crate::commands::{score, show};
use crate::config::Config;
use crate::log;
use crate::out::{self, Out, Style, printable};
use crate::session::clock::{Shown, since};
use crate::session::{Command, Event, Session};

/// How long nothing need happen before the clocks are looked at.
const TICK: Duration = Duration::from_millis(50);

/// The longest line that is read as one.
const MAX_LINE: u64 = 1 << 16;

/// Plays until the game is over, or the lines are, and sees to it that the record is safe.
pub(super) fn run(mut session: Session, config: &Config, out: &mut Out) -> Result<()> {
    let played = play(&mut session, config, out);
    let is_over = session.game().outcome().is_some();
    match session.close() {
        Ok(None) => {}
        Ok(Some(path)) if is_over => out.say(&format!("The game is in {}", path.display())),
        Ok(Some(path)) => {
            out.say(&format!("The game is in {}", path.display()));
            out.say("It is unfinished; `hoshi play --resume` goes on with it.");
        }
        Err((record, error)) => {
            log::write(&error.to_string());
            // The last place that is left to put it.
            out.bytes(&record)?;
            out.flush()?;
            bail!("the game could not be saved ({error}); its record is on standard output");
        }
    }
    played
}

fn play(session: &mut Session, config: &Config, out: &mut Out) -> Result<()> {
    let began = Instant::now();
    let now = || since(began);
    let mut view = View { input: Input::start(), is_stale: true, is_asked: false };
    // A game that is over already can still be looked at and corrected.
    let stays = session.game().outcome().is_some();
    loop {
        if out::is_interrupted() {
            view.end_line(out);
            return Ok(());
        }
        let awaits = session.awaits_person() || stays;
        let patience = if awaits { Duration::ZERO } else { TICK };
        for event in session.tick(now(), patience) {
            // What is said now stands behind the prompt, if there is one.
            view.is_asked = false;
            view.tell(session, &event, out)?;
        }
        if session.game().outcome().is_some() && !stays {
            return Ok(());
        }
        let awaits = session.awaits_person() || stays;
        let line = if awaits {
            if view.is_stale {
                view.show(session, out)?;
            }
            view.ask(session, now(), out)?
        } else if view.input.is_terminal {
            // Who types while an engine thinks, means it.
            view.input.next(Duration::ZERO)
        } else {
            None
        };
        let Some(line) = line else { continue };
        view.is_asked = false;
        let line = match line {
            Typed::Line(line) => line,
            Typed::TooLong => {
                out.say(&format!("a line has at most {MAX_LINE} bytes"));
                continue;
            }
            Typed::Failed(error) => return Err(error).context("standard input"),
            Typed::End => {
                view.end_line(out);
                return Ok(());
            }
        };
        let command = match words::read(&line, session.game().size()) {
            Err(why) => {
                out.say(&why);
                continue;
            }
            Ok(Line::Nothing) => continue,
            Ok(Line::Quit) => return Ok(()),
            Ok(Line::Help) => {
                out.say(HELP.trim_end());
                continue;
            }
            Ok(Line::Show) => {
                view.show(session, out)?;
                continue;
            }
            Ok(Line::Score) => {
                view.score(session, out)?;
                continue;
            }
            Ok(Line::Replace(color, who)) => match super::player(&who, config, now().0 as u64) {
                Ok(player) => Command::Replace(color, Box::new(player)),
                Err(error) => {
                    out.say(&error.to_string());
                    continue;
                }
            },
            Ok(Line::Do(command)) => command,
        };
        match session.apply(command, now()) {
            Err(refused) => out.say(&format!("{refused}.")),
            Ok(events) => {
                for event in events {
                    view.tell(session, &event, out)?;
                }
            }
        }
    }
}

/// Standard input, read by a thread of its own: clocks run and engines think while nobody types.
struct Input {
    lines: Receiver<Typed>,
    is_terminal: bool,
}

/// What came from standard input.
enum Typed {
    Line(String),
    TooLong,
    Failed(io::Error),
    End,
}

impl Input {
    fn start() -> Input {
        let (tell, lines) = mpsc::sync_channel(16);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let typed = read_line(&mut input);
                let is_last = matches!(typed, Typed::End | Typed::Failed(_));
                if tell.send(typed).is_err() || is_last {
                    return;
                }
            }
        });
        Input { lines, is_terminal: io::stdin().is_terminal() }
    }

    /// What is typed next, waiting for it no longer than so.
    fn next(&mut self, patience: Duration) -> Option<Typed> {
        match self.lines.recv_timeout(patience) {
            Ok(typed) => Some(typed),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Typed::End),
        }
    }
}

fn read_line(input: &mut StdinLock<'_>) -> Typed {
    let mut bytes = Vec::new();
    match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
        Err(error) => Typed::Failed(error),
        Ok(0) => Typed::End,
        Ok(_) if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') => {
            match input.skip_until(b'\n') {
                Err(error) => Typed::Failed(error),
                Ok(_) => Typed::TooLong,
            }
        }
        Ok(_) => Typed::Line(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

struct View {
    input: Input,
    /// Whether the board has changed since it was shown.
    is_stale: bool,
    /// Whether the prompt stands.
    is_asked: bool,
}

impl View {
    /// Asks for a line, if that has not been done, and waits a little for it.
    fn ask(&mut self, session: &Session, now: Millis, out: &mut Out) -> Result<Option<Typed>> {
        if !self.is_asked {
            let turn = session.game().turn();
            let who = match session.game().phase() {
                Phase::Playing if session.player(turn).fault.is_some() => {
                    format!("{turn} (restart, replace, or move for it)")
                }
                Phase::Playing => turn.to_string(),
                Phase::Marking(_) => "Dead stones".to_owned(),
                Phase::Over(outcome) => format!("Over, {outcome} (undo opens it again)"),
            };
            let clock = session.clocks(now).filter(|_| session.game().phase() == &Phase::Playing);
            let clock = clock.map(|both| format!(" {}", Shown(both[turn.index()])));
            let text = format!("{who}{}> ", clock.unwrap_or_default());
            out.prompt(&text, !self.input.is_terminal)?;
            self.is_asked = true;
        }
        Ok(self.input.next(TICK))
    }

    /// Ends the line of the prompt, where nobody's Enter has.
    fn end_line(&self, out: &mut Out) {
        if self.input.is_terminal {
            out.say("");
        }
    }

    /// The board and what there is to know beside it.
    fn show(&mut self, session: &Session, out: &mut Out) -> Result<()> {
        self.is_stale = false;
        let game = session.game();
        let size = game.size();
        let mut diagram = Diagram::from(game.board());
        diagram.last = None;
        let last = match game.last_move() {
            Some((_, Move::Play(point))) if !game.board().is_empty_at(point) => Some(point),
            _ => None,
        };
        let mut text = String::from("\n");
        text.push_str(&show::board(&diagram.to_string(), last, size));
        let captures = |color| game.board().captures(color);
        text.push_str(&format!(
            "\nCaptured by Black {}, by White {}.",
            captures(Color::Black),
            captures(Color::White)
        ));
        if let Some(point) = game.board().ko() {
            text.push_str(&format!(" Ko at {}.", size.a1(point)));
        }
        text.push('\n');
        if let Phase::Marking(marking) = game.phase() {
            let dead: Vec<String> =
                marking.marks.dead.iter().map(|point| size.a1(point).to_string()).collect();
            let dead = if dead.is_empty() { "none".to_owned() } else { dead.join(" ") };
            text.push_str(&format!("Dead: {dead}. As it stands: {}\n", game.score().outcome()));
        }
        if let Some(comment) = session.comment() {
            text.push_str(&format!("Comment: {}\n", printable(&comment)));
        }
        out.write(&text)?;
        out.flush()
    }

    /// The count as it stands.
    fn score(&self, session: &Session, out: &mut Out) -> Result<()> {
        let game = session.game();
        let score = game.score();
        let (black, white) = (score.side(Color::Black), score.side(Color::White));
        out.write(&score::table(game, &game.marks(), black, white))?;
        out.line(&score.outcome().to_string())
    }

    /// Says what has changed.
    fn tell(&mut self, session: &Session, event: &Event, out: &mut Out) -> Result<()> {
        let size = session.game().size();
        match event {
            Event::Played { number, color, mv, captured } => {
                self.is_stale = true;
                let mut line = format!("{number} {color} {}", size.move_name(*mv));
                match captured {
                    0 => {}
                    1 => line.push_str(", takes a stone"),
                    many => line.push_str(&format!(", takes {many} stones")),
                }
                out.line(&line)?;
            }
            Event::Undone { number } => {
                self.is_stale = true;
                out.line(&format!("Back to move {number}"))?;
            }
            Event::Corrected { number } => {
                self.is_stale = true;
                out.line(&format!("Move {number} is corrected"))?;
            }
            Event::Marking if !session.awaits_person() => {}
            Event::Marking => {
                self.is_stale = true;
                out.say("Both have passed. Name the dead stones (dead D4), then done; or resume.");
            }
            Event::Marked => self.is_stale = true,
            Event::Resumed => {
                self.is_stale = true;
                out.line("Play goes on")?;
            }
            Event::Named(color) => {
                let name = &session.player(*color).name;
                out.line(&printable(&format!("{color} is {name}")))?;
            }
            Event::Commented => {}
            Event::Thinking(color) => out.detail(&format!("{color} is thinking")),
            Event::Failed { color, why } => {
                log::write(why);
                let name = &session.player(*color).name;
                out.warn(&format!("{color}, {name}: {why}"));
                out.say(
                    "The game is safe. restart tries again, replace COLOUR WHO puts another in its \
                     place; or make its move.",
                );
            }
            Event::Stopped => out.say("It thinks no more; restart has it think again."),
            Event::Replaced(color) => {
                let name = &session.player(*color).name;
                out.line(&printable(&format!("{color} is {name}")))?;
            }
            Event::Repeated { first } => out.say(&format!(
                "The board is as it was after move {first}; `result Void` agrees on no result."
            )),
            Event::Ended(outcome) => {
                self.is_stale = true;
                self.show(session, out)?;
                if matches!(outcome, Outcome::Win { by: WinBy::Score(_), .. } | Outcome::Draw) {
                    self.score(session, out)?;
                }
                let line = format!("Result: {outcome} ({})", in_words(*outcome));
                out.line(&out.style(Style::Heading, &line))?;
            }
            Event::Recording(path) => out.detail(&format!("Recording to {path}")),
            Event::NotSaved { why, again: false } => {
                log::write(why);
                out.warn(&format!("the game is not saved: {why}"));
                out.say("Play goes on; it is saved as soon as that is possible.");
            }
            Event::NotSaved { again: true, .. } => out.say("Still not saved."),
            Event::Saved => {
                log::write("the game is saved again");
                out.say("All is saved now.");
            }
            Event::Note(note) => {
                log::write(note);
                out.say(&format!("note: {note}"));
            }
        }
        Ok(())
    }
}

/// A result as one would say it.
fn in_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner, by } => match by {
            WinBy::Score(points) => format!("{winner} wins by {points}"),
            WinBy::Resignation => format!("{} resigned", winner.opponent()),
            WinBy::Time => format!("{} ran out of time", winner.opponent()),
            WinBy::Forfeit => format!("{} forfeits", winner.opponent()),
            WinBy::Unknown => format!("{winner} wins"),
        },
        Outcome::Draw => "a draw".to_owned(),
        Outcome::NoResult => "no result".to_owned(),
    }
}
