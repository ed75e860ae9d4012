//! Every command except the analyses, with the error messages of the protocol's specification.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use hoshi_core::time::TimeLimit;
use hoshi_core::{
    Color, DeadAndSeki, DeadStones, Diagram, HalfPoints, Move, Owner, Point, Size, handicap,
};

use super::analyze::Dialect;
use super::input::Watch;
use super::{Asked, GoProgram, Question, Reply, Server, clock, rules};
use crate::player::Genmove;
use crate::text::one_line;
use crate::wire::vertex;

/// The commands, in alphabetical order.
const COMMANDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "cputime",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "genmove",
    "get_komi",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "kata-analyze",
    "kata-genmove_analyze",
    "kata-get-rules",
    "kata-set-rule",
    "kata-set-rules",
    "kata-time_settings",
    "kgs-genmove_cleanup",
    "kgs-rules",
    "kgs-time_settings",
    "known_command",
    "komi",
    "list_commands",
    "list_stones",
    "loadsgf",
    "lz-analyze",
    "lz-genmove_analyze",
    "name",
    "place_free_handicap",
    "play",
    "printsgf",
    "protocol_version",
    "quit",
    "rectangular_boardsize",
    "reg_genmove",
    "set_free_handicap",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The commands that `GoGui` offers in its analysis window: type, label, command.
const GOGUI: &str = "\
string/Final score/final_score
plist/Dead stones/final_status_list dead
plist/Stones in seki/final_status_list seki
plist/Living stones/final_status_list alive
plist/Black's territory/final_status_list black_territory
plist/White's territory/final_status_list white_territory
string/Rules/kata-get-rules
string/Processor time/cputime";

/// The area of the largest board, which no komi can exceed.
const MAX_KOMI: f64 = 65_025.0;

/// An answer, or an error message.
type Answer = Result<String, String>;

fn error<T>(message: &str) -> Result<T, String> {
    Err(message.to_owned())
}

impl<P: GoProgram> Server<'_, P> {
    /// Runs a command.
    pub(super) fn run(&mut self, name: &str, args: &[String], asked: &mut Asked<'_>) -> Reply {
        if !self.knows(name) {
            return Reply::Failure("unknown command".to_owned());
        }
        match name {
            "quit" => return Reply::Quit,
            "lz-analyze" => return self.analyze(Dialect::Leela, false, args, asked),
            "kata-analyze" => return self.analyze(Dialect::Kata, false, args, asked),
            "lz-genmove_analyze" => return self.analyze(Dialect::Leela, true, args, asked),
            "kata-genmove_analyze" => return self.analyze(Dialect::Kata, true, args, asked),
            _ => {}
        }
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        match self.obey(name, &words, asked) {
            Ok(text) => Reply::Success(Some(text)),
            Err(text) => Reply::Failure(text),
        }
    }

    fn knows(&self, name: &str) -> bool {
        match name {
            "loadsgf" | "printsgf" => self.records.is_some(),
            "cputime" => cpu_time().is_some(),
            name => COMMANDS.binary_search(&name).is_ok(),
        }
    }

    fn obey(&mut self, name: &str, words: &[&str], asked: &mut Asked<'_>) -> Answer {
        let nothing = String::new();
        match name {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok(one_line(&self.program.name(), 100)),
            "version" => Ok(one_line(&self.program.version(), 100)),
            "known_command" => Ok(words.first().is_some_and(|name| self.knows(name)).to_string()),
            "list_commands" => {
                let known = COMMANDS.iter().copied().filter(|name| self.knows(name));
                Ok(known.collect::<Vec<_>>().join("\n"))
            }
            "gogui-analyze_commands" => Ok(GOGUI.to_owned()),
            "gogui-interrupt" => Ok(nothing),
            "cputime" => Ok(format!("{:.3}", cpu_time().unwrap_or_default())),

            "boardsize" | "rectangular_boardsize" => self.boardsize(name, words),
            "clear_board" => {
                self.begin(self.table.size());
                Ok(nothing)
            }
            "komi" => self.komi(words),
            "get_komi" => Ok(self.table.game().komi().to_string()),
            "fixed_handicap" => self.fixed_handicap(words),
            "place_free_handicap" => self.place_free_handicap(words),
            "set_free_handicap" => self.set_free_handicap(words),
            "kgs-rules" | "kata-set-rules" => {
                let rules = rules::named(&words.join(" "));
                self.set_rules(rules.ok_or_else(|| "unknown rules".to_owned())?)
            }
            "kata-set-rule" => {
                let [key, value, ..] = words else { return error("syntax error") };
                let rules = rules::with(self.table.game().rules(), key, value);
                self.set_rules(rules.ok_or_else(|| "unknown rule".to_owned())?)
            }
            "kata-get-rules" => Ok(rules::to_json(self.table.game().rules())),

            "play" => self.play(words),
            "undo" => {
                if self.table.undo() {
                    Ok(nothing)
                } else {
                    error("cannot undo")
                }
            }
            "genmove" => self.genmove(words, false, asked),
            "kgs-genmove_cleanup" => self.genmove(words, true, asked),
            "reg_genmove" => self.reg_genmove(words, asked),

            "time_settings" => self.set_clock(clock::plain_settings(words)),
            "kgs-time_settings" | "kata-time_settings" => {
                self.set_clock(clock::named_settings(words))
            }
            "time_left" => {
                let color = color(words)?;
                let left = clock::time_left(&words[1..]);
                self.clock.set(color, left.ok_or_else(|| "syntax error".to_owned())?);
                Ok(nothing)
            }

            "final_score" => self.final_score(asked),
            "final_status_list" => self.final_status_list(words, asked),
            "showboard" => Ok(self.showboard()),
            "list_stones" => {
                let color = color(words)?;
                let board = self.table.game().board();
                let points = board.stones().filter(|(_, stone)| *stone == color);
                Ok(self.names(points.map(|(point, _)| point)))
            }
            "loadsgf" => self.loadsgf(words),
            "printsgf" => self.printsgf(words),
            _ => error("unknown command"),
        }
    }

    /// Begins a new game.
    fn begin(&mut self, size: Size) {
        self.table.clear(size);
        self.clock = self.clock.restarted();
        self.program.new_game();
    }

    fn boardsize(&mut self, name: &str, words: &[&str]) -> Answer {
        let sides: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
        let (width, height) = match sides.as_deref() {
            Some([side]) if name == "boardsize" => (*side, *side),
            Some([width, height]) => (*width, *height),
            _ => return error("syntax error"),
        };
        let side = |side: u32| u8::try_from(side).ok().filter(|side| (1..=25).contains(side));
        let sides = side(width).zip(side(height));
        let size = sides.and_then(|(width, height)| Size::new(width, height));
        match size.filter(|&size| self.program.supports(size)) {
            Some(size) => {
                self.begin(size);
                Ok(String::new())
            }
            None => error("unacceptable size"),
        }
    }

    fn komi(&mut self, words: &[&str]) -> Answer {
        let komi = words.first().and_then(|word| word.parse::<f64>().ok());
        let Some(komi) = komi.filter(|komi| komi.abs() <= MAX_KOMI) else {
            return error("syntax error");
        };
        let rounded = HalfPoints::from_halves((2.0 * komi).round() as i32);
        if (f64::from(rounded.halves()) - 2.0 * komi).abs() > 1e-9 {
            (self.talk)(&format!(
                "komi {komi} is rounded to {rounded}: hoshi counts in half points"
            ));
        }
        self.table.set_komi(rounded);
        Ok(String::new())
    }

    fn set_rules(&mut self, rules: hoshi_core::Rules) -> Answer {
        match self.table.set_rules(rules) {
            Ok(()) => Ok(String::new()),
            Err(_) => error("the rules forbid a move of this game"),
        }
    }

    fn set_clock(&mut self, limit: Option<Option<TimeLimit>>) -> Answer {
        let Some(limit) = limit else { return error("syntax error") };
        self.clock = clock::Clocks::new(limit);
        Ok(String::new())
    }

    fn fixed_handicap(&mut self, words: &[&str]) -> Answer {
        let Some(stones) = words.first().and_then(|word| word.parse::<u32>().ok()) else {
            return error("syntax error");
        };
        if !self.table.is_empty() {
            return error("board not empty");
        }
        match handicap::gtp(self.table.size(), stones) {
            Ok(points) => self.place(&points),
            Err(_) => error("invalid number of stones"),
        }
    }

    fn place_free_handicap(&mut self, words: &[&str]) -> Answer {
        let Some(stones) = words.first().and_then(|word| word.parse::<u32>().ok()) else {
            return error("syntax error");
        };
        if !self.table.is_empty() {
            return error("board not empty");
        }
        if stones < 2 || stones as usize >= self.table.size().area() {
            return error("invalid number of stones");
        }
        let points = self.program.free_handicap(self.table.game(), stones);
        if points.len() > stones as usize {
            return error("the program placed too many stones");
        }
        self.place(&points)
    }

    fn set_free_handicap(&mut self, words: &[&str]) -> Answer {
        if !self.table.is_empty() {
            return error("board not empty");
        }
        let size = self.table.size();
        let points: Option<Vec<Point>> =
            words.iter().map(|word| size.parse_a1(word).ok()).collect();
        match points {
            Some(points) => self.place(&points).map(|_| String::new()),
            None => error("bad vertex list"),
        }
    }

    /// Places handicap stones, and names them.
    fn place(&mut self, points: &[Point]) -> Answer {
        if !self.table.set_handicap(points) {
            return error("bad vertex list");
        }
        Ok(self.names(points.iter().copied()))
    }

    fn play(&mut self, words: &[&str]) -> Answer {
        let color = color(words)?;
        let Some(name) = words.get(1) else { return error("syntax error") };
        let Ok(mv) = self.table.size().parse_move(name) else {
            return error("invalid coordinates");
        };
        match self.table.play(color, mv) {
            Ok(()) => Ok(String::new()),
            Err(_) => error("illegal move"),
        }
    }

    fn genmove(&mut self, words: &[&str], is_cleanup: bool, asked: &mut Asked<'_>) -> Answer {
        let color = color(words)?;
        let began = Instant::now();
        let answer = self.choose(color, is_cleanup, false, asked);
        self.clock.spend(color, began.elapsed());
        match answer {
            Genmove::Move(mv) => self.play_chosen(color, mv),
            Genmove::Resign => Ok("resign".to_owned()),
        }
    }

    fn reg_genmove(&mut self, words: &[&str], asked: &mut Asked<'_>) -> Answer {
        let color = color(words)?;
        Ok(match self.choose(color, false, true, asked) {
            Genmove::Move(mv) => self.name(mv),
            Genmove::Resign => "resign".to_owned(),
        })
    }

    fn choose(
        &mut self,
        color: Color,
        is_cleanup: bool,
        is_regression: bool,
        asked: &Asked<'_>,
    ) -> Genmove {
        let game = &*self.table.to_play(color);
        let clock = if is_regression { None } else { self.clock.look(color) };
        let program = &mut self.program;
        asked.input.watched(Watch::Interrupt, asked.line, |stop| {
            program.choose(&Question { game, color, clock, is_cleanup, is_regression, stop })
        })
    }

    /// Plays the move that the program has chosen, and names it.
    pub(super) fn play_chosen(&mut self, color: Color, mv: Move) -> Answer {
        let name = self.name(mv);
        match self.table.play(color, mv) {
            Ok(()) => Ok(name),
            Err(why) => Err(format!("the program chose {name}, which is illegal: {why}")),
        }
    }

    /// The program's opinion about the stones. Rules that leave dead stones on the board need none.
    fn marks(&mut self, asked: &Asked<'_>) -> Result<DeadAndSeki, String> {
        let game = self.table.game();
        if game.rules().dead == DeadStones::Stay {
            return Ok(DeadAndSeki::new(game.size()));
        }
        let program = &mut self.program;
        let look = |stop: &AtomicBool| program.final_status(game, stop);
        let marks = asked.input.watched(Watch::Interrupt, asked.line, look);
        marks.ok_or_else(|| "interrupted".to_owned())
    }

    fn final_score(&mut self, asked: &Asked<'_>) -> Answer {
        let marks = self.marks(asked)?;
        Ok(self.table.game().score_with(&marks).outcome().to_string())
    }

    /// The points of a status: blocks on a line each, territory on one line.
    fn final_status_list(&mut self, words: &[&str], asked: &Asked<'_>) -> Answer {
        let Some(&status) = words.first() else { return error("syntax error") };
        let territory = match status {
            "alive" | "dead" | "seki" => None,
            "black_territory" => Some(Color::Black),
            "white_territory" => Some(Color::White),
            _ => return error("invalid status"),
        };
        let marks = self.marks(asked)?;
        let game = self.table.game();
        if let Some(color) = territory {
            let score = game.score_with(&marks);
            let owned = score.owners.iter();
            let owned = owned.filter(|(_, owner)| **owner == Owner::Territory(color));
            return Ok(self.names(owned.map(|(point, _)| point)));
        }
        let has_status = |stone: Point| match status {
            "dead" => marks.dead.contains(stone),
            "seki" => marks.seki.contains(stone) && !marks.dead.contains(stone),
            _ => !marks.dead.contains(stone) && !marks.seki.contains(stone),
        };
        let blocks = game.board().blocks().map(|block| block.stones());
        let blocks = blocks.filter(|stones| stones.first().is_some_and(|&stone| has_status(stone)));
        let lines: Vec<String> = blocks.map(|stones| self.names(stones.into_iter())).collect();
        Ok(lines.join("\n"))
    }

    fn showboard(&self) -> String {
        let game = self.table.game();
        let diagram = Diagram::from(game.board());
        let captures = Color::ALL.map(|color| game.board().captures(color));
        format!(
            "\n{diagram}{} to move, komi {}, rules {}, captured by Black {}, by White {}",
            game.turn(),
            game.komi(),
            game.rules(),
            captures[0],
            captures[1],
        )
    }

    fn loadsgf(&mut self, words: &[&str]) -> Answer {
        // A path may have spaces; a number at the end is that of a move.
        let before = words.last().filter(|_| words.len() > 1).and_then(|word| word.parse().ok());
        let path = if before.is_some() { &words[..words.len() - 1] } else { words };
        let (Some(records), false) = (&mut self.records, path.is_empty()) else {
            return error("syntax error");
        };
        let cannot = |why: &str| format!("cannot load file: {}", one_line(why, 200));
        let game = records.load(&path.join(" "), before).map_err(|why| cannot(&why))?;
        let side = game.size().width().max(game.size().height());
        if side > 25 || !self.program.supports(game.size()) {
            return Err(cannot(&format!("a {} board is not supported", game.size())));
        }
        self.table.load(&game).map_err(|_| cannot("a move is illegal"))?;
        self.clock = self.clock.restarted();
        self.program.new_game();
        Ok(self.table.game().turn().to_string().to_lowercase())
    }

    fn printsgf(&mut self, words: &[&str]) -> Answer {
        let Some(records) = &mut self.records else { return error("unknown command") };
        let cannot = |why: String| format!("cannot save file: {}", one_line(&why, 200));
        let sgf = records.to_sgf(self.table.game()).map_err(cannot)?;
        let path = words.join(" ");
        // GNU Go's `-` is this answer too.
        if path.is_empty() || path == "-" {
            return Ok(sgf);
        }
        records.save(&path, &sgf).map_err(cannot)?;
        Ok(String::new())
    }

    fn name(&self, mv: Move) -> String {
        vertex(self.table.size(), mv).unwrap_or_default()
    }

    fn names(&self, points: impl Iterator<Item = Point>) -> String {
        let names: Vec<String> = points.map(|point| self.name(Move::Play(point))).collect();
        names.join(" ")
    }
}

/// The colour that a command begins with.
fn color(words: &[&str]) -> Result<Color, String> {
    let word = words.first().ok_or("syntax error")?;
    word.parse().map_err(|_| "invalid color".to_owned())
}

/// The CPU time of this process in seconds, if the system reports it.
fn cpu_time() -> Option<f64> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_in_order() {
        assert!(COMMANDS.is_sorted());
    }
}
