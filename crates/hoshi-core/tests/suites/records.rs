//! Some thousand real game records, replayed: all of them through `Game` as a smoke test with the
//! refused moves counted and each refusal confirmed another way, and a sample of them beside the
//! slow board, compared after every step.

use std::collections::BTreeMap;
use std::path::Path;

use hoshi_core::{Board, Color, Game, Move, Point, Preset, Refusal, Rules};

use super::data::{Place, Report, files, folder, read, read_text};
use super::sgf::{Applied, Record, What};
use super::slow::Slow;

/// The number of records played beside the slow board.
const SAMPLE: usize = 200;
/// In the sample, every point is checked for both colours once in this many moves.
const LEGALITY_EVERY: usize = 8;

/// The nodes and moves of files on which two other readers agree: file name to moves.
fn known_moves(folder: &Path) -> BTreeMap<String, usize> {
    let text = read_text(&folder.join("../nodes.csv"));
    let row = |line: &str| {
        let (file, numbers) = line.split_once(',')?;
        let moves = numbers.split(',').nth(1)?.trim().parse().ok()?;
        Some((file.to_owned(), moves))
    };
    text.lines().filter_map(row).collect()
}

/// Whether a refusal is right, checked independently. A ko means that the board before the
/// opponent's move would be repeated.
fn is_right(game: &Game, color: Color, point: Point, refusal: Refusal) -> bool {
    match refusal {
        Refusal::Ko => {
            let before = game.move_count().checked_sub(1).and_then(|moves| game.board_at(moves));
            let mut after = game.board().clone();
            after.lift_ko();
            let played = after.play(color, point, game.rules());
            played.is_ok() && before.is_some_and(|before| before.same_stones(&after))
        }
        refusal => Slow::from_start(game.board()).check(color, point) == Err(refusal),
    }
}

/// Compares the legality of every point on both boards, for both colours.
fn compare_legality(slow: &Slow, board: &Board, rules: &Rules) -> Option<String> {
    for color in Color::ALL {
        for point in board.size().points() {
            let (obvious, fast) = (slow.check(color, point), board.check(color, point, rules));
            if obvious != fast {
                let at = board.size().a1(point);
                return Some(format!("{color} {at}: expected {obvious:?}, came {fast:?}"));
            }
        }
    }
    None
}

/// A step of the sample: plays it on the slow board too, and compares.
fn follow(report: &mut Report, place: &Place, slow: &mut Slow, game: &Game, what: &What) {
    let board = game.board();
    match what {
        What::Setup(..) | What::Bad(_) => *slow = Slow::from_start(board),
        What::Play(color, mv) => {
            let played = slow.play(*color, *mv);
            report.check("sample: moves legal on both", played.is_ok(), || {
                place.failure(&format!("{what:?}"), "legal", format!("{played:?}"), board)
            });
        }
    }
    let difference = slow.difference(board);
    report.check("sample: boards the same", difference.is_none(), || {
        let (what, expected, came) = difference.unwrap_or_default();
        place.failure(what, expected, came, board)
    });
    if game.move_count().is_multiple_of(LEGALITY_EVERY) {
        let difference = compare_legality(slow, board, game.rules());
        report.check("sample: legality of all points", difference.is_none(), || {
            place.failure("legality", "the same", difference.unwrap_or_default(), board)
        });
    }
}

fn replay(report: &mut Report, path: &Path, record: &Record, in_sample: bool) {
    let mut game = record.start(&Rules::of(Preset::Simple));
    let mut slow = in_sample.then(|| Slow::from_start(game.board()));
    for step in &record.steps {
        let place = Place::new(path, step.line);
        match (step.apply(&mut game), &step.what) {
            (Applied::Setup, _) => report.count("setups", 1),
            (Applied::Played, _) => report.count("moves played", 1),
            (Applied::Invalid, _) => {
                report.count("setups that leave a block without liberty", 1);
                continue;
            }
            (Applied::OffBoard, _) => {
                report.count("moves off the board", 1);
                continue;
            }
            (Applied::Refused(refusal), &What::Play(color, Move::Play(point))) => {
                report.count(
                    match refusal {
                        Refusal::Occupied => "moves refused: occupied",
                        Refusal::Suicide => "moves refused: suicide",
                        Refusal::Ko => "moves refused: ko",
                        _ => "moves refused: other",
                    },
                    1,
                );
                report.check("refusals right", is_right(&game, color, point, refusal), || {
                    let what = format!("{color} {}", game.size().a1(point));
                    place.failure(&what, "legal", refusal, game.board())
                });
                continue;
            }
            (Applied::Refused(refusal), what) => {
                report.check("passes legal", false, || {
                    place.failure(&format!("{what:?}"), "legal", refusal, game.board())
                });
                continue;
            }
        }
        if let Some(slow) = &mut slow {
            follow(report, &place, slow, &game, &step.what);
        }
    }
    let captured = Color::ALL.map(|color| game.board().captures(color) as usize);
    report.count("stones captured", captured.iter().sum());
}

#[test]
fn records() {
    let Some(folder) = folder("sgf/common") else { return };
    let mut report = Report::new("records");
    let paths = files(&folder, "sgf");
    let known = known_moves(&folder);
    let every = (paths.len() / SAMPLE).max(1);
    for (index, path) in paths.iter().enumerate() {
        let Ok(record) = Record::read(&read(path)) else {
            report.not_applicable("files that the small reader can't read");
            continue;
        };
        report.count("records", 1);
        let name = path.strip_prefix(&folder).unwrap_or(path).display().to_string();
        if let Some(&moves) = known.get(&name).filter(|_| !record.branches) {
            let came = record.move_count();
            report.check("as many moves as other readers see", came == moves, || {
                Place::new(path, 1).without_board(format!("expected {moves} moves, came {came}"))
            });
        }
        replay(&mut report, path, &record, index % every == 0);
    }
    report.finish(&[
        ("records", 4773),
        ("moves played", 701_619),
        ("stones captured", 53_663),
        ("as many moves as other readers see", 4162),
        ("sample: boards the same", 30_529),
        ("sample: legality of all points", 3820),
    ]);
}
