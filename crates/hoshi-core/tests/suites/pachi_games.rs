//! Pachi's board regression test: eleven games, and the state of its board after every move.
//! Everything with a counterpart here is compared, which excludes the checksum of Pachi's own
//! tables at the end of a line.
//!
//! Pachi's ko is ours: it is set when a play into a point with only the opponent's stones around it
//! captures exactly one stone, which is to say that the stone played stands alone and its one
//! liberty is where the captured stone was. Suicide of two or more stones is allowed, of one not.

use std::collections::VecDeque;
use std::io::Read as _;
use std::iter::Peekable;
use std::str::SplitWhitespace;

use bzip2::read::BzDecoder;
use hoshi_core::{Block, Color, Game, Move, Point, PointSet, Preset, Rules, Size, Suicide};

use super::data::{Place, Report, folder, read, read_text};

/// Pachi keeps at most this many liberties of a block; further ones are dropped.
const KEPT: usize = 10;
/// It refills the list when a block is down to this many, so that up to this number it is always
/// exact.
const REFILLED: usize = 5;
/// Pachi remembers this many different boards and reports a play that repeats one.
const REMEMBERED: usize = 16;

type Words<'a> = Peekable<SplitWhitespace<'a>>;

/// A line of the reference, by field.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    moves: usize,
    last: String,
    /// Stones captured by Black and by White.
    captures: [u32; 2],
    /// The ko: the colour and the point.
    ko: String,
    /// The number of the last move that made a ko.
    ko_age: usize,
    /// Whether the move repeated one of the remembered boards.
    repeats: bool,
    blocks: usize,
    in_atari: usize,
}

/// The fields, and the sum of the liberties, which is compared on its own.
fn parse(text: &str) -> Option<(Line, usize)> {
    let mut words = text.split_whitespace().peekable();
    // What follows a name: a dash for none, or two words.
    let pair = |words: &mut Words<'_>, name: &str| -> Option<(String, String)> {
        words.next_if_eq(&name)?;
        let first = words.next()?;
        let second = if first == "-" { "" } else { words.next()? };
        Some((first.to_owned(), second.to_owned()))
    };
    let number = |words: &mut Words<'_>, name: &str| -> Option<usize> {
        words.next_if_eq(&name)?;
        words.next()?.parse().ok()
    };
    let at = |(color, point): (String, String)| format!("{color} {point}").trim().to_owned();
    let moves = number(&mut words, "move:")?;
    let last = at(pair(&mut words, "last:")?);
    let (black, white) = pair(&mut words, "cap:")?;
    let line = Line {
        moves,
        last,
        captures: [black.parse().ok()?, white.parse().ok()?],
        ko: at(pair(&mut words, "ko:")?),
        ko_age: number(&mut words, "age")?,
        repeats: words.next_if_eq(&"SKO").is_some(),
        blocks: number(&mut words, "groups:")?,
        in_atari: 0,
    };
    let liberties = number(&mut words, "libs")?;
    let line = Line { in_atari: number(&mut words, "cap").unwrap_or(0), ..line };
    let _checksum = words.next()?;
    words.next().is_none().then_some((line, liberties))
}

/// A game, and the parts of Pachi's line that our board doesn't keep.
struct Follower {
    game: Game,
    ko_age: usize,
    repeats: bool,
    remembered: VecDeque<u64>,
    /// Stones of blocks some of whose liberties Pachi may have dropped.
    vague: PointSet,
}

impl Follower {
    fn new(size: Size) -> Follower {
        let rules = Rules { suicide: Suicide::Multi, ..Rules::of(Preset::Simple) };
        Follower {
            game: Game::new(size, rules),
            ko_age: 0,
            repeats: false,
            remembered: VecDeque::new(),
            vague: PointSet::new(size),
        }
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        // Passes don't end these games.
        let _ = self.game.resume(color);
        self.game.play_as(color, mv).map_err(|refusal| refusal.to_string())?;
        let board = self.game.board();
        if board.ko().is_some() {
            self.ko_age = self.game.move_count();
        }
        self.repeats = !mv.is_pass() && self.remembered.contains(&board.hash());
        if !mv.is_pass() && !self.repeats {
            self.remembered.push_back(board.hash());
            if self.remembered.len() > REMEMBERED {
                self.remembered.pop_front();
            }
        }
        let mut vague = PointSet::new(board.size());
        for block in board.blocks() {
            let liberties = block.liberties().len();
            let was = block.stones().iter().any(|&stone| self.vague.contains(stone));
            if liberties > KEPT || (was && liberties > REFILLED) {
                vague.extend(block.stones());
            }
        }
        self.vague = vague;
        Ok(())
    }

    /// The least and the most liberties that Pachi may list.
    fn liberties(&self) -> (usize, usize) {
        let count = |block: Block<'_>| {
            let liberties = block.liberties().len();
            let vague = block.stones().iter().any(|&stone| self.vague.contains(stone));
            let least = if vague { liberties.min(REFILLED + 1) } else { liberties };
            (least, liberties.min(KEPT))
        };
        let sum = |(a, b), (c, d)| (a + c, b + d);
        self.game.board().blocks().map(count).fold((0, 0), sum)
    }

    fn line(&self) -> Line {
        let board = self.game.board();
        let name = |color: Color, point: Point| {
            format!("{} {}", color.letter().to_ascii_lowercase(), board.size().a1(point))
        };
        let none = || "-".to_owned();
        Line {
            moves: self.game.move_count(),
            last: match self.game.last_move() {
                Some((color, Move::Play(point))) => name(color, point),
                Some((_, Move::Pass)) | None => none(),
            },
            captures: Color::ALL.map(|color| board.captures(color)),
            ko: board.ko_color().zip(board.ko()).map_or_else(none, |(color, at)| name(color, at)),
            ko_age: self.ko_age,
            repeats: self.repeats,
            blocks: board.blocks().count(),
            in_atari: board.blocks().filter(Block::is_in_atari).count(),
        }
    }
}

#[test]
fn pachi_games() {
    let Some(folder) = folder("suites/pachi") else { return };
    let mut report = Report::new("pachi regtest");
    let (script, reference) = (folder.join("regtest.gtp"), folder.join("regtest.ref.bz2"));
    let mut text = String::new();
    let packed = read(&reference);
    BzDecoder::new(&packed[..]).read_to_string(&mut text).expect("a bz2 file of text");
    let mut lines = text.lines().enumerate().filter(|(_, line)| line.starts_with("move:"));

    let mut follower = Follower::new(Size::S19);
    for (index, command) in read_text(&script).lines().enumerate() {
        let words: Vec<&str> = command.split_whitespace().collect();
        let done = match words[..] {
            ["boardsize", side] => {
                let size = side.parse().ok().and_then(Size::square);
                follower = Follower::new(size.expect("a board size"));
                report.count("games", 1);
                Ok(())
            }
            ["clear_board"] => {
                follower = Follower::new(follower.game.size());
                Ok(())
            }
            ["play", color, at] => {
                let mv = follower.game.size().parse_move(at).expect("a move");
                follower.play(color.parse().expect("a colour"), mv)
            }
            _ => continue,
        };
        let board = follower.game.board();
        let place = Place::new(&script, index + 1);
        report.check("moves legal", done.is_ok(), || {
            place.failure(command, "a legal move", done.err().unwrap_or_default(), board)
        });
        let (number, line) = lines.next().expect("a line for every command");
        let place = Place::new(&reference, number + 1);
        let Some((expected, liberties)) = parse(line) else {
            report.check("lines read", false, || place.without_board(line));
            continue;
        };
        let came = follower.line();
        report.check("lines equal but for liberties", came == expected, || {
            place.failure(command, format!("{expected:?}"), format!("{came:?}"), board)
        });
        let (least, most) = follower.liberties();
        let what = if least == most { "liberties exact" } else { "liberties between bounds" };
        report.check(what, (least..=most).contains(&liberties), || {
            place.failure("liberties", liberties, format!("{least} to {most}"), board)
        });
        // Its memory is short and ignores the side to move, which does not matter in these games.
        let repetition = follower.game.repetition().is_some();
        report.check("repetition noticed", repetition == expected.repeats, || {
            place.failure("repetition", expected.repeats, repetition, board)
        });
        report.count("kos", usize::from(expected.ko != "-"));
        report.count("repetitions", usize::from(expected.repeats));
    }
    let left = lines.count();
    report.check("no line left over", left == 0, || format!("{left} lines left"));
    report.finish(&[
        ("games", 11),
        ("moves legal", 3086),
        ("lines equal but for liberties", 3086),
        ("liberties exact", 1471),
        ("kos", 28),
        ("repetitions", 5),
    ]);
}
