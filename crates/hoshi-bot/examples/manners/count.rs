//! Counts the manners of a level in games that it plays: what a beginner would find silly or rude. The
//! definitions here share no code with the rules that the levels follow.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use hoshi_bot::{Choice, Estimate, Level, Player, Settings, Turn};
use hoshi_core::{Board, Color, Game, Move, Phase, Point, PointSet, Rules, Size};

/// What was counted over the games of one level.
#[derive(Debug, Default)]
pub(crate) struct Manners {
    /// Games, and moves of the level in them.
    pub(crate) games: u32,
    pub(crate) moves: u32,
    /// Turns with three stones or more in atari that could be taken or saved, and those on which it did
    /// something else.
    pub(crate) ataris: u32,
    pub(crate) missed: u32,
    /// Moves that put more than three stones into atari.
    pub(crate) self_ataris: u32,
    /// Moves on the first line among the first ten, other than for three stones in atari.
    pub(crate) first_line: u32,
    /// Turns on which it was behind, and moves then into what is the opponent's for certain.
    pub(crate) behind: u32,
    pub(crate) invasions: u32,
    pub(crate) resigned: u32,
    /// Passes, and passes while dead stones of the opponent were on the board.
    pub(crate) passes: u32,
    pub(crate) left_dead: u32,
    /// The first three moves of each game.
    openings: BTreeSet<Vec<Move>>,
    /// Games that were still going on after as many moves as the board has points, three times.
    pub(crate) endless: u32,
}

impl Manners {
    /// How many of the games began in their own way.
    pub(crate) fn openings(&self) -> usize {
        self.openings.len()
    }
}

/// Blocks of so many stones are many.
const MANY: usize = 3;

/// The level plays one game, with this colour; its opponent is a bot of another level.
pub(crate) fn play(
    manners: &mut Manners,
    level: u8,
    opponent: u8,
    color: Color,
    rules: &Rules,
    seed: u64,
) {
    let player = |level: u8, seed: u64| {
        let mut settings = Settings::default();
        settings.seed = seed;
        Player::new(Level::new(level).expect("a level"), settings)
    };
    let mut us = player(level, seed);
    let mut them = player(opponent, !seed);
    let mut game = Game::new(Size::S9, rules.clone());
    let (turn, stop) = (Turn::default(), AtomicBool::new(false));
    let mut own = Vec::new();
    manners.games += 1;
    while *game.phase() == Phase::Playing {
        if game.move_count() > 3 * game.size().area() {
            manners.endless += 1;
            break;
        }
        let is_own = game.turn() == color;
        let choice = if is_own { &mut us } else { &mut them }.choose(&game, &turn, &stop);
        let mv = match choice.expect("nobody stops it") {
            Choice::Play(mv) => mv,
            Choice::Resign => {
                manners.resigned += u32::from(is_own);
                break;
            }
        };
        if is_own {
            manners.look(&game, mv, own.len());
            own.push(mv);
        }
        game.play(mv).expect("a legal move");
    }
    own.truncate(3);
    manners.openings.insert(own);
}

impl Manners {
    /// Looks at a move of the level, its `nth` of the game.
    fn look(&mut self, game: &Game, mv: Move, nth: usize) {
        self.moves += 1;
        let urgent = urgent(game);
        let is_urgent = mv.point().is_some_and(|point| urgent.contains(point));
        self.ataris += u32::from(!urgent.is_empty());
        self.missed += u32::from(!urgent.is_empty() && !is_urgent);
        let color = game.turn();
        let Some(point) = mv.point() else {
            self.passes += 1;
            let dead = Estimate::of(game, 2000).marks.dead;
            let is_theirs = |point| game.board().stone(point) == Some(color.opponent());
            self.left_dead += u32::from(dead.iter().any(is_theirs));
            return;
        };
        let next = after(game, point).expect("it was played");
        let block = next.block(point);
        self.self_ataris += u32::from(
            block.is_some_and(|block| block.len() > MANY && block.liberties().len() == 1),
        );
        let is_edge = game.size().neighbors(point).count() < 4;
        self.first_line += u32::from(is_edge && nth < 10 && !is_urgent);
        if is_urgent {
            return;
        }
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let glance = Estimate::of(game, 100);
        if sign * glance.score > -5.0 {
            return;
        }
        self.behind += 1;
        if sign * glance.owners[point] > -0.85 {
            return;
        }
        let estimate = Estimate::of(game, 500);
        // Nothing is taken, and no stone beside it is likely to live.
        let owner = |point: Point| sign * estimate.owners[point];
        let takes = stones(&next, color.opponent()) < stones(game.board(), color.opponent());
        let is_near = |near: Point| game.board().stone(near) == Some(color) && owner(near) > -0.5;
        let is_hopeless = owner(point) < -0.97 && !game.size().neighbors(point).any(is_near);
        self.invasions += u32::from(is_hopeless && !takes);
    }
}

fn stones(board: &Board, color: Color) -> usize {
    board.stones().filter(|(_, stone)| *stone == color).count()
}

fn after(game: &Game, point: Point) -> Option<Board> {
    let mut next = game.clone();
    next.play(Move::Play(point)).ok()?;
    Some(next.board().clone())
}

/// The moves that take three stones or more, or save three of one's own: then they have two liberties.
fn urgent(game: &Game) -> PointSet {
    let (board, color, size) = (game.board(), game.turn(), game.size());
    let mut urgent = PointSet::new(size);
    for point in game.legal_points(color) {
        let Some(next) = after(game, point) else { continue };
        let is_good = board.blocks().any(|block| {
            let stone = block.stones()[0];
            let is_own = block.color() == color;
            block.len() >= MANY
                && block.liberties().len() == 1
                && match next.block(stone) {
                    Some(block) => is_own && block.liberties().len() >= 2,
                    None => !is_own,
                }
        });
        if is_good {
            urgent.insert(point);
        }
    }
    urgent
}
