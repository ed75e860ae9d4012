//! Plays a case: makes the game that its settings and board describe, and takes its steps in order.

use hoshi_core::{
    Color, Game, HalfPoints, MarkError, Move, Point, Preset, Refusal, Rules, Setup, SetupFault,
    Size, Symmetry,
};

use crate::case::{ACTIONS, Case, Start};
use crate::check;
use crate::words::{Fault, Line, Stop, Words, as_color, differs, same};

/// A game on a board that may be an image of the one in the file. Points are read and named as in
/// the file.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) view: View,
}

/// The orientation of the file's board on the table.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) drawn: Size,
    pub(crate) symmetry: Symmetry,
}

impl View {
    pub(crate) fn point(self, name: &str) -> Result<Point, Stop> {
        let point = self.drawn.parse_a1(name).map_err(|e| Stop::Nonsense(e.to_string()))?;
        Ok(self.symmetry.apply(self.drawn, point))
    }

    /// A point that may lie to the right of the board.
    pub(crate) fn point_beside(self, name: &str) -> Result<Point, Stop> {
        let wide = Size::new(Size::MAX_SIDE, self.drawn.height()).unwrap_or(self.drawn);
        wide.parse_a1(name).map_err(|e| Stop::Nonsense(e.to_string()))
    }

    fn as_drawn(self, point: Point) -> Point {
        self.symmetry.inverse().apply(self.symmetry.size(self.drawn), point)
    }

    pub(crate) fn name(self, point: Point) -> String {
        self.drawn.a1(self.as_drawn(point)).to_string()
    }

    /// The names of a set of points in reading order, or `none`.
    pub(crate) fn names(self, points: impl IntoIterator<Item = Point>) -> String {
        let mut points: Vec<Point> = points.into_iter().map(|p| self.as_drawn(p)).collect();
        points.sort_unstable();
        let names: Vec<String> = points.iter().map(|&p| self.drawn.a1(p).to_string()).collect();
        if names.is_empty() { "none".into() } else { names.join(" ") }
    }

    /// Reads a set of points, or `none`, and spells it as [`View::names`] does.
    pub(crate) fn read_names(self, words: &[String]) -> Result<String, Stop> {
        if words == ["none"] {
            return Ok(self.names([]));
        }
        if words.is_empty() {
            return Err(Stop::Nonsense("points are missing: name them, or write none".into()));
        }
        let mut points = Vec::new();
        for word in words {
            let point = self.point(word)?;
            if points.contains(&point) {
                return Err(Stop::Nonsense(format!("{word} is named twice")));
            }
            points.push(point);
        }
        Ok(self.names(points))
    }

    pub(crate) fn read_move(self, word: &str) -> Result<Move, Stop> {
        if word == "pass" { Ok(Move::Pass) } else { Ok(Move::Play(self.point(word)?)) }
    }
}

/// A refusal in the words of the files.
pub(crate) fn spell(refusal: Refusal) -> String {
    match refusal {
        Refusal::Superko { first_seen } => format!("superko {first_seen}"),
        other => other.name().into(),
    }
}

/// Runs a case on one image of its board.
pub(crate) fn run(case: &Case, symmetry: Symmetry) -> Result<(), Fault> {
    let view = View { drawn: case.board.size(), symmetry };
    let settings = Settings::read(case, view)?;
    if case.steps.iter().any(|step| step.head() == "invalid") {
        return check_invalid(case, settings.setup(case, view), view);
    }
    let game = settings.game(case, view).map_err(|message| Fault::new(case.board_line, message))?;
    let mut table = Table { game, view };
    for step in &case.steps {
        let done = if ACTIONS.contains(&step.head()) {
            table.act(step.head(), step.rest())
        } else {
            check::check(&table, step)
        };
        done.map_err(|stop| table.fault(step, stop))?;
    }
    Ok(())
}

/// The settings between title and board.
#[derive(Default)]
struct Settings {
    rules: Option<Rules>,
    komi: Option<HalfPoints>,
    handicap: Option<Handicap>,
    turn: Option<Color>,
    ko: Option<Point>,
    captures: Option<[u32; 2]>,
}

enum Handicap {
    Fixed(u32),
    Free(Vec<Point>),
}

impl Settings {
    fn read(case: &Case, view: View) -> Result<Settings, Fault> {
        let mut settings = Settings::default();
        for (index, line) in case.settings.iter().enumerate() {
            if case.settings[..index].iter().any(|earlier| earlier.head() == line.head()) {
                return Err(Fault::new(line.number, format!("{} is set twice", line.head())));
            }
            settings.set(line, view).map_err(|stop| match stop {
                Stop::Nonsense(why) => Fault::new(line.number, why),
                other => Fault::new(line.number, format!("{other:?}")),
            })?;
        }
        Ok(settings)
    }

    fn set(&mut self, line: &Line, view: View) -> Result<(), Stop> {
        let mut words = line.rest();
        match line.head() {
            "rules" => self.rules = Some(words.parse()?),
            "komi" => self.komi = Some(words.parse()?),
            "turn" => self.turn = Some(words.color()?),
            // The ko is beside the board only in tests about that.
            "ko" => {
                let name = words.take()?;
                self.ko = Some(view.point(name).or_else(|_| view.point_beside(name))?);
            }
            "captures" => self.captures = Some(both(&mut words)?),
            "handicap" => {
                let number = words.peek().is_some_and(|word| word.parse::<u32>().is_ok());
                self.handicap = Some(if number {
                    Handicap::Fixed(words.parse()?)
                } else {
                    let names = words.all().iter();
                    Handicap::Free(names.map(|name| view.point(name)).collect::<Result<_, _>>()?)
                });
            }
            other => return Err(Stop::Nonsense(format!("unknown setting `{other}`"))),
        }
        words.end()
    }

    fn setup(&self, case: &Case, view: View) -> Setup {
        let mut setup = Setup::new(view.symmetry.size(view.drawn));
        if let Start::Drawn(diagram) = &case.board {
            for (point, stone) in diagram.stones().iter() {
                setup.stones[view.symmetry.apply(view.drawn, point)] = *stone;
            }
        }
        setup.turn = self.turn.unwrap_or(Color::Black);
        setup.ko = self.ko;
        setup.captures = self.captures.unwrap_or_default();
        setup
    }

    fn game(&self, case: &Case, view: View) -> Result<Game, String> {
        let rules = self.rules.clone().unwrap_or(Rules::of(Preset::Simple));
        let game = if let Some(handicap) = &self.handicap {
            let settled = self.turn.is_some() || self.ko.is_some() || self.captures.is_some();
            if settled || matches!(case.board, Start::Drawn(_)) {
                return Err("handicap goes with size alone: no diagram, turn, ko, captures".into());
            }
            match handicap {
                Handicap::Fixed(stones) => Game::with_handicap(view.drawn, rules, *stones),
                Handicap::Free(points) => Game::with_free_handicap(view.drawn, rules, points),
            }
            .map_err(|error| error.to_string())?
        } else {
            let position = self.setup(case, view).position();
            let position =
                position.map_err(|error| format!("this is not a legal position: {error}"))?;
            Game::from_position(position, rules)
        };
        Ok(match self.komi {
            Some(komi) => game.with_komi(komi),
            None => game,
        })
    }
}

/// `B 3 W 1`.
pub(crate) fn both(words: &mut Words<'_>) -> Result<[u32; 2], Stop> {
    words.expect("B")?;
    let black = words.parse()?;
    words.expect("W")?;
    Ok([black, words.parse()?])
}

/// A case about an illegal setup lists every reason, one per line.
fn check_invalid(case: &Case, setup: Setup, view: View) -> Result<(), Fault> {
    let faults = setup.position().err().map_or_else(Vec::new, |invalid| invalid.faults);
    let mut got: Vec<String> = faults.iter().map(|fault| spell_fault(fault, view)).collect();
    let mut expected = Vec::new();
    for step in &case.steps {
        match &step.words[..] {
            [head, reason] if head == "invalid" => expected.push(reason.clone()),
            [head, point, reason] if head == "invalid" && reason == "no-liberty" => {
                expected.push(format!("{point} {reason}"));
            }
            _ => {
                let message = "write invalid A1 no-liberty, invalid ko-open, and nothing else";
                return Err(Fault::new(step.number, message));
            }
        }
    }
    expected.sort_unstable();
    got.sort_unstable();
    if expected == got {
        return Ok(());
    }
    let got = if got.is_empty() { "a position".into() } else { got.join(", ") };
    let message = format!("invalid: expected {}, got {got}", expected.join(", "));
    Err(Fault::new(case.steps[0].number, message))
}

/// A block is named by its first stone in reading order.
fn spell_fault(fault: &SetupFault, view: View) -> String {
    match fault {
        SetupFault::NoLiberty { stones, .. } => {
            let names = view.names(stones.iter().copied());
            format!("{} no-liberty", names.split(' ').next().unwrap_or_default())
        }
        SetupFault::KoOffBoard => "ko-off-board".into(),
        SetupFault::KoOccupied => "ko-occupied".into(),
        SetupFault::KoOpen => "ko-open".into(),
        SetupFault::KoWithoutCapture => "ko-without-capture".into(),
        other => format!("{other:?}"),
    }
}

impl Table {
    /// What stopped a step, with the board as it stands.
    fn fault(&self, step: &Line, stop: Stop) -> Fault {
        let said = step.words.join(" ");
        let message = match stop {
            Stop::Nonsense(why) => format!("{}: {why}", step.head()),
            Stop::Refused(rule) => format!("{said}: expected no refusal, got {rule}"),
            Stop::Differs { expected, got } => format!("{said}: expected {expected}, got {got}"),
        };
        let symmetry = self.view.symmetry;
        let board = self.game.board().transformed(symmetry.inverse());
        let seen = match symmetry {
            Symmetry::Identity => String::new(),
            _ => format!(" (played on the image by {symmetry:?}, shown as in the file)"),
        };
        let turn = self.game.turn();
        Fault::new(step.number, format!("{message}\n{board}{turn} to move{seen}"))
    }

    pub(crate) fn act(&mut self, action: &str, mut words: Words<'_>) -> Result<(), Stop> {
        match action {
            "play" => return self.play(words),
            "undo" | "redo" => {
                let steps = if words.peek().is_some() { words.parse()? } else { 1 };
                words.end()?;
                return self.travel(action, steps);
            }
            "dead" | "not-dead" | "seki" | "not-seki" => return self.mark(action, words),
            // It clears the marks, which undo doesn't bring back.
            "settle" => {
                words.end()?;
                let refused = || Stop::Refused("not-settled".into());
                return self.game.settle().then_some(()).ok_or_else(refused);
            }
            _ => {}
        }
        let before = self.game.clone();
        if action == "no-result" {
            self.game.no_result().map_err(|refusal| Stop::Refused(spell(refusal)))?;
        } else {
            let color = words.color()?;
            let refused = |refusal| Stop::Refused(spell(refusal));
            match action {
                "agree" => self.game.agree(color).map_err(refused_mark)?,
                "resume" => self.game.resume(color).map_err(refused_mark)?,
                "resign" => self.game.resign(color).map_err(refused)?,
                "time" => self.game.lose_on_time(color).map_err(refused)?,
                "forfeit" => self.game.forfeit(color).map_err(refused)?,
                other => return Err(Stop::Nonsense(format!("unknown action `{other}`"))),
            }
        }
        words.end()?;
        // Half an agreement is a mark, not a step that undo takes back.
        let half = action == "agree" && self.game.outcome().is_none();
        if half { Ok(()) } else { self.check_undo(&before) }
    }

    fn play(&mut self, mut words: Words<'_>) -> Result<(), Stop> {
        let mut named = None;
        for word in words.all_of_some()? {
            if let Some(color) = as_color(word) {
                if named.replace(color).is_some() {
                    return Err(Stop::Nonsense("two colours in a row".into()));
                }
                continue;
            }
            let mv = self.view.read_move(word)?;
            let color = named.take().unwrap_or(self.game.turn());
            self.play_one(color, mv)?;
        }
        match named {
            Some(color) => Err(Stop::Nonsense(format!("a move of {color} is missing"))),
            None => Ok(()),
        }
    }

    /// A move, which must agree with the dry run, and be undone and redone exactly.
    fn play_one(&mut self, color: Color, mv: Move) -> Result<(), Stop> {
        let before = self.game.clone();
        let would = mv.point().map(|point| before.dry_run(color, point));
        let placed = self.game.play_as(color, mv).map_err(|r| Stop::Refused(spell(r)))?;
        if let Some(would) = would {
            let would = would.map_err(|r| Stop::Refused(format!("{} in a dry run", spell(r))))?;
            let (captured, lost) = (would.captured.len(), would.lost.len());
            same(
                format!("captures, losses, ko {captured} {lost} {:?} as in a dry run", would.ko),
                format!(
                    "captures, losses, ko {} {} {:?} as in a dry run",
                    placed.captured, placed.lost, placed.ko
                ),
            )?;
        }
        self.check_undo(&before)
    }

    fn check_undo(&self, before: &Game) -> Result<(), Stop> {
        let mut game = self.game.clone();
        if !game.undo() || game != *before {
            return differs("undo to bring back what was", "something else");
        }
        if !game.redo() || game != self.game {
            return differs("redo after undo to change nothing", "something else");
        }
        Ok(())
    }

    fn travel(&mut self, action: &str, steps: usize) -> Result<(), Stop> {
        let gone = match (action, steps) {
            ("undo", 1) => usize::from(self.game.undo()),
            ("undo", _) => self.game.undo_many(steps),
            _ => (0..steps).take_while(|_| self.game.redo()).count(),
        };
        if gone == steps { Ok(()) } else { Err(Stop::Refused("nothing-left".into())) }
    }

    fn mark(&mut self, action: &str, mut words: Words<'_>) -> Result<(), Stop> {
        let names = words.all_of_some()?;
        let on = !action.starts_with("not-");
        for name in names {
            let point = self.view.point(name)?;
            let marks = self.game.marks();
            let dead = action.ends_with("dead");
            let marked = if dead { marks.dead.contains(point) } else { marks.seki.contains(point) };
            if marked == on {
                let state = if on { "marked already" } else { "not marked" };
                return Err(Stop::Nonsense(format!("{name} is {state}")));
            }
            let toggled =
                if dead { self.game.toggle_dead(point) } else { self.game.toggle_seki(point) };
            toggled.map_err(refused_mark)?;
        }
        Ok(())
    }
}

fn refused_mark(error: MarkError) -> Stop {
    Stop::Refused(match error {
        MarkError::NotMarking => "not-marking".into(),
        MarkError::NoStone => "no-stone".into(),
    })
}
