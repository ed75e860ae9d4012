//! A player that follows the table of a solved board: it never gets less than the table guarantees.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use hoshi_core::{Color, Game, Ko, Move, Phase, Rules, Scoring, Size, Suicide};
use hoshi_lab::{Choice, NoState, Solution, State, need};

use crate::files;
use crate::memory::{self, Free};
use hoshi_session::{Chosen, Context as MindContext, Fault, Mind, Profile, Task};

/// The largest file that is taken for a table: 5x4 has one of a gigabyte.
const MOST: u64 = 4 << 30;

/// A solved board, loaded once for all who play by it.
#[derive(Debug)]
pub(crate) struct TablePlayer {
    solution: Solution,
    name: String,
}

impl TablePlayer {
    /// Reads a table.
    pub(crate) fn read(path: &Path) -> Result<TablePlayer> {
        let named = || files::shown(path);
        check(path)?;
        let solution = Solution::from_bytes(&files::read_up_to(path, MOST)?)
            .map_err(|error| anyhow!(error))
            .with_context(named)?;
        let name = format!("hoshi table {}", solution.size());
        Ok(TablePlayer { solution, name })
    }

    pub(crate) fn solution(&self) -> &Solution {
        &self.solution
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether a game can be played by it.
    pub(crate) fn fits(&self, game: &Game) -> Result<(), Misfit> {
        let (table, game_size) = (self.solution.size(), game.size());
        if table != game_size {
            return Err(Misfit::Size { table, game: game_size });
        }
        let Rules { ko, suicide, scoring, capture, .. } = *game.rules();
        let is_solved = (ko, suicide, scoring) == (Ko::Simple, Suicide::Forbidden, Scoring::Area);
        if !is_solved || capture.is_some() {
            return Err(Misfit::Rules(game.rules().clone()));
        }
        Ok(())
    }

    /// The best move: what it is sure of counts most, then what it may hope for, then how soon. Once a
    /// position has come back, how soon counts before the hope: then the game ends.
    pub(crate) fn choose(&self, game: &Game) -> Result<Move, Misfit> {
        self.fits(game)?;
        let turn = game.turn();
        let mut choices = self.choices(game).map_err(Misfit::State)?;
        if has_come_back(game) {
            let sure = |choice: &Choice| match turn {
                Color::Black => choice.value.low,
                Color::White => -choice.value.high,
            };
            // The order is kept among those that are alike.
            choices.sort_by_key(|choice| (Reverse(sure(choice)), choice.plies));
        }
        let is_legal = |choice: &&Choice| game.check(turn, choice.mv).is_ok();
        Ok(choices.iter().find(is_legal).map_or(Move::Pass, |choice| choice.mv))
    }

    fn choices(&self, game: &Game) -> Result<Vec<Choice>, NoState> {
        let (board, turn) = (game.board(), game.turn());
        let color = |point| match board.stone(point) {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        };
        let passed = is_pass_the_end(game);
        let ko = board.ko().filter(|_| board.ko_color() == Some(turn) && !passed);
        let state = State { points: game.size().points().map(color).collect(), turn, ko, passed };
        match self.solution.choices(&state) {
            // A board that was set up in the middle of a game may have any.
            Err(NoState::Ko) => self.solution.choices(&State { ko: None, ..state }),
            choices => choices,
        }
    }
}

/// Why a game cannot be played by a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Misfit {
    Size { table: Size, game: Size },
    Rules(Rules),
    State(NoState),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Size { table, game } => {
                write!(f, "its table is of {table}, and the game is on {game}")
            }
            Misfit::Rules(rules) => write!(
                f,
                "its table is of simple ko, area and no suicide, as with --rules simple; the game is \
                 played with {rules}"
            ),
            Misfit::State(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Misfit {}

impl From<Misfit> for Fault {
    fn from(misfit: Misfit) -> Fault {
        Fault::Unfit(misfit.to_string())
    }
}

/// Refuses a file by its first bytes if it is not a table, or of a board that does not fit in memory. What
/// comes through a pipe cannot be read twice, and is judged when it is there.
fn check(path: &Path) -> Result<()> {
    let is_file = fs::metadata(path).is_ok_and(|about| about.is_file());
    if files::is_dash(path) || !is_file {
        return Ok(());
    }
    let named = || files::shown(path);
    let mut head = Vec::with_capacity(Solution::HEAD);
    let file = hoshi_files::open_regular(path).with_context(named)?;
    let length = file.metadata().with_context(named)?.len();
    file.take(Solution::HEAD as u64).read_to_end(&mut head).with_context(named)?;
    let size = Solution::check_head(&head).with_context(named)?;
    let table = need::table(size).map_err(|error| anyhow!(error)).with_context(named)?;
    let what = format!("the table of {size}");
    memory::check(&what, table.saturating_add(length), Free::now(), |_| None).with_context(named)
}

/// A program that plays by a table.
#[derive(Debug)]
pub(crate) struct TableMind {
    table: Arc<TablePlayer>,
}

impl TableMind {
    pub(crate) fn new(table: impl Into<Arc<TablePlayer>>) -> TableMind {
        TableMind { table: table.into() }
    }
}

impl Mind for TableMind {
    fn start(&mut self, _context: &mut MindContext<'_>) -> Result<Profile, Fault> {
        Ok(Profile { name: self.table.name().to_owned(), ..Profile::default() })
    }

    fn check(&mut self, task: &Task, _: &mut MindContext<'_>) -> Result<Vec<String>, Fault> {
        self.table.fits(&task.game)?;
        Ok(Vec::new())
    }

    fn choose(&mut self, task: &Task, context: &mut MindContext<'_>) -> Result<Chosen, Fault> {
        context.begin();
        Ok(Chosen::of(self.table.choose(&task.game)?))
    }
}

/// Whether a pass would be the second in a row, and so end the game.
fn is_pass_the_end(game: &Game) -> bool {
    let mut after = game.clone();
    after.play(Move::Pass).is_ok() && after.phase() != &Phase::Playing
}

/// Whether any position of the game stood twice, with the same side to move.
fn has_come_back(game: &Game) -> bool {
    let (start, moves) = game.since_setup();
    let mut again = Game::from_position(start, game.rules().clone());
    let mut seen = HashSet::from([(again.board().hash(), again.turn(), false)]);
    moves.into_iter().any(|(color, mv)| {
        // What was played once can be played again; if not, it has not come back.
        again.play_as(color, mv).is_ok()
            && !seen.insert((again.board().hash(), again.turn(), mv == Move::Pass))
    })
}

#[cfg(test)]
mod tests {
    use hoshi_core::Preset;

    use super::*;

    fn played(size: Size, moves: &str) -> Game {
        let mut game = Game::new(size, Rules::of(Preset::Simple));
        for name in moves.split_whitespace() {
            game.play(size.parse_move(name).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn what_comes_back_is_noticed() {
        // Sending two, returning one.
        let moves = "A2 B1 B2 C2 B3 D1 A3 A1 C1 B1 pass";
        assert!(!has_come_back(&played(Size::S9, moves)));
        assert!(has_come_back(&played(Size::S9, &format!("{moves} A1"))));
        // It is not forgotten.
        assert!(has_come_back(&played(Size::S9, &format!("{moves} A1 J9 H8"))));
    }

    #[test]
    fn the_second_pass_is_the_end() {
        let size = Size::square(3).unwrap();
        assert!(!is_pass_the_end(&played(size, "")));
        assert!(is_pass_the_end(&played(size, "B2 pass")));
        assert!(!is_pass_the_end(&played(size, "pass B2")));
        // Both passed, and play went on: it takes two passes again.
        let mut game = Game::new(size, Rules::of(Preset::Chinese));
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        game.resume(game.turn()).unwrap();
        assert!(!is_pass_the_end(&game));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let size = Size::square(2).unwrap();
        let solution = Solution::new(size).unwrap();
        let player = TablePlayer { solution, name: String::new() };
        assert!(player.choose(&played(size, "A1 B1")).is_ok());
        assert!(player.fits(&played(Size::S9, "")).unwrap_err().to_string().ends_with("on 9x9"));
        for rules in ["simple,ko=psk", "simple,suicide=any", "japanese", "aga"] {
            let game = Game::new(size, rules.parse().unwrap());
            assert_eq!(player.choose(&game), Err(Misfit::Rules(rules.parse().unwrap())));
        }
        let chinese = Game::new(size, Rules::of(Preset::Chinese));
        assert_eq!(player.fits(&chinese), Ok(()));
    }
}
