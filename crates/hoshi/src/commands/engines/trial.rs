//! What an engine turns out to be when it is tried.

use std::time::{Duration, Instant};

use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
use hoshi_gtp::{Engine, Fault, Genmove, Player};
use hoshi_session::host::Who;
use serde_json::{Value, json};

use crate::out::{Out, Style, Text};

/// How long an engine has to say that it is one.
const GREETING: Duration = Duration::from_secs(10);

/// How long an engine has for everything but a move.
const ERRAND: Duration = Duration::from_secs(30);

/// What is worth knowing of an engine besides that it plays.
const ABILITIES: [&str; 4] = ["undo", "time_settings", "final_status_list", "kgs-genmove_cleanup"];

/// The ways to have an engine tell its thoughts.
const ANALYSIS: [&str; 2] = ["lz-analyze", "kata-analyze"];

/// The sides of the boards that are tried: below there is no game, above the protocol has no letters.
const SIDES: std::ops::RangeInclusive<u8> = 2..=25;

/// How long a first move may take.
const MOVE: Duration = Duration::from_secs(60);

/// How often an engine that fails is started again to try the rest.
const TRIES: usize = 3;

/// What is wrong with an engine that plays nothing.
pub(super) const NO_MOVE: &str = "the engine put no stone on any board";

/// What was found out.
#[derive(Debug)]
pub(super) struct Trial {
    name: String,
    version: String,
    commands: Vec<String>,
    boards: Vec<u8>,
    rectangles: bool,
    moves: Vec<First>,
    /// Whether one of them is a legal move on the board.
    is_usable: bool,
    /// What went wrong on the way.
    notes: Vec<String>,
}

/// A first move.
#[derive(Debug)]
struct First {
    size: Size,
    name: String,
    took: Duration,
}

/// An engine that is started again when it has failed, but not for ever.
struct Subject<'a> {
    words: &'a [String],
    player: Option<Player>,
    starts: usize,
}

impl Subject<'_> {
    /// The engine, if it runs or can be started.
    fn get(&mut self) -> Option<&mut Player> {
        if self.player.is_none() && self.starts < TRIES {
            self.starts += 1;
            let engine = Engine::start(self.words, GREETING).ok()?;
            self.player = Some(Player::new(engine, ERRAND));
        }
        self.player.as_mut()
    }

    /// Lets go of it, if it has failed for good.
    fn failed(&mut self, fault: &Fault) {
        if !fault.is_alive() {
            self.player = None;
        }
    }
}

/// Tries an engine.
///
/// # Errors
/// If it cannot be started, or is none.
pub(super) fn run(words: &[String], out: &mut Out) -> Result<Trial, Fault> {
    let began = Instant::now();
    out.progress("Starting the engine", began.elapsed(), None);
    let engine = Engine::start(words, GREETING)?;
    let mut trial = Trial {
        name: engine.name().to_owned(),
        version: engine.version().to_owned(),
        commands: engine.commands().map(str::to_owned).collect(),
        boards: Vec::new(),
        rectangles: false,
        moves: Vec::new(),
        is_usable: false,
        notes: Vec::new(),
    };
    let mut subject = Subject { words, player: Some(Player::new(engine, ERRAND)), starts: 1 };
    out.progress("Trying boards", began.elapsed(), None);
    for side in SIDES {
        if trial.takes(&mut subject, side) {
            trial.boards.push(side);
        }
    }
    trial.rectangles = trial.takes_rectangles(&mut subject);
    let mut sizes = [Size::S9, Size::S19].to_vec();
    sizes.retain(|size| trial.boards.iter().any(|&side| Size::square(side) == Some(*size)));
    if sizes.is_empty() {
        // An engine that plays only on other boards.
        sizes.extend(trial.boards.last().and_then(|&side| Size::square(side)));
    }
    for size in sizes {
        out.progress(&format!("Waiting for a move on {size}"), began.elapsed(), None);
        trial.first_move(&mut subject, size);
    }
    if let Some(player) = subject.player.take() {
        player.into_engine().quit(Duration::from_secs(1));
    }
    Ok(trial)
}

impl Trial {
    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Whether it takes a square board.
    fn takes(&mut self, subject: &mut Subject<'_>, side: u8) -> bool {
        let asks = self.knows("query_boardsize");
        let Some(player) = subject.get() else { return false };
        let engine = player.engine_mut();
        let mut taken = engine.call(&format!("boardsize {side}"), ERRAND).map(|_| true);
        if asks && taken == Ok(true) {
            // An engine that accepts the size may still have another board.
            taken = engine
                .call("query_boardsize", ERRAND)
                .map(|answer| answer.split_whitespace().all(|word| word == side.to_string()));
        }
        match taken {
            Ok(is) => is,
            Err(fault) => {
                if !fault.is_alive() {
                    self.notes.push(fault.to_string());
                }
                subject.failed(&fault);
                false
            }
        }
    }

    /// Whether it says that it takes rectangles, and does.
    fn takes_rectangles(&mut self, subject: &mut Subject<'_>) -> bool {
        let Some(size) = Size::new(9, 7) else { return false };
        let Some(player) = subject.get() else { return false };
        match player.follow(&Game::new(size, Rules::of(Preset::Chinese)), None) {
            Ok(()) => true,
            Err(fault) => {
                if !fault.is_alive() {
                    self.notes.push(fault.to_string());
                }
                subject.failed(&fault);
                false
            }
        }
    }

    fn first_move(&mut self, subject: &mut Subject<'_>, size: Size) {
        let Some(player) = subject.get() else { return };
        let mut game = Game::new(size, Rules::of(Preset::Chinese));
        let began = Instant::now();
        let found = player.follow(&game, None).and_then(|()| player.genmove(Color::Black, MOVE));
        let took = began.elapsed();
        self.notes.extend(player.take_notes());
        match found {
            Ok(Genmove::Resign) => {
                self.moves.push(First { size, name: "resign".to_owned(), took });
            }
            Ok(Genmove::Move(mv)) => {
                let name = size.move_name(mv);
                match game.play(mv) {
                    // An engine that passes on an empty board does not play Go.
                    Ok(_) => self.is_usable |= mv != Move::Pass,
                    Err(refusal) => {
                        self.notes.push(format!("its first move on {size}, {name}: {refusal}"));
                    }
                }
                self.moves.push(First { size, name, took });
            }
            Err(fault) => {
                self.notes.push(fault.to_string());
                subject.failed(&fault);
            }
        }
    }

    fn analysis(&self) -> Vec<&'static str> {
        ANALYSIS.into_iter().filter(|command| self.knows(command)).collect()
    }

    /// Whether it makes moves. An engine that makes none is not usable.
    pub(super) fn is_usable(&self) -> bool {
        self.is_usable
    }

    /// For programs.
    pub(super) fn to_json(&self) -> Value {
        let knows: serde_json::Map<String, Value> =
            ABILITIES.iter().map(|&name| (name.to_owned(), self.knows(name).into())).collect();
        let moves: Vec<Value> = self
            .moves
            .iter()
            .map(|First { size, name, took }| {
                let (width, height) = (size.width(), size.height());
                let seconds = took.as_secs_f64();
                json!({"width": width, "height": height, "move": name, "seconds": seconds})
            })
            .collect();
        json!({
            "usable": self.is_usable,
            "reason": (!self.is_usable).then_some(NO_MOVE),
            "name": self.name,
            "version": self.version,
            "commands": self.commands,
            "boards": self.boards,
            "rectangles": self.rectangles,
            "knows": knows,
            "analysis": self.analysis(),
            "moves": moves,
            "notes": self.notes,
        })
    }

    /// For people.
    pub(super) fn to_text(&self, who: &Who, out: &mut Out) -> Text {
        let name = format!("{} {}", self.name, self.version);
        let mut text = out.style(Style::Heading, name.trim()) + "\n";
        let mut row = |name: &str, value: &str| {
            text += format!("  {name:<20} {value}\n");
        };
        row("play with", &super::quoted(who));
        row("commands", &self.commands.len().to_string());
        row("boards", &ranges(&self.boards));
        let yes = |is: bool| if is { "yes" } else { "no" };
        row("rectangles", yes(self.rectangles));
        for name in ABILITIES {
            row(name, yes(self.knows(name)));
        }
        let analysis = self.analysis();
        row("analysis", &if analysis.is_empty() { "no".to_owned() } else { analysis.join(", ") });
        for First { size, name, took } in &self.moves {
            row(&format!("first move, {size}"), &format!("{name} in {:.1} s", took.as_secs_f64()));
        }
        for note in &self.notes {
            row("note", note);
        }
        out.detail(format!("Commands: {}", self.commands.join(" ")));
        text
    }
}

/// Numbers in a row as ranges.
fn ranges(sides: &[u8]) -> String {
    let mut parts: Vec<(u8, u8)> = Vec::new();
    for &side in sides {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == side => *last = side,
            _ => parts.push((side, side)),
        }
    }
    let part = |&(first, last): &(u8, u8)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn sides_are_told_in_short() {
        assert_eq!(ranges(&[]), "none");
        assert_eq!(ranges(&[19]), "19");
        assert_eq!(ranges(&[2, 3, 4, 5, 9, 13, 14]), "2 to 5, 9, 13, 14");
    }
}
