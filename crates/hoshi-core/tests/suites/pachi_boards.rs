//! Pachi's unit tests: boards drawn as text, with questions about tactics. Every board must be read
//! as a diagram and a position; of the questions, the parts that the rules answer are checked.

use std::path::Path;

use hoshi_core::{
    Board, Color, Diagram, Point, Preset, Refusal, Rules, Setup, Suicide, UnconditionalLife,
};

use super::data::{Place, Report, files, folder, read_text};

/// The rules of Pachi's board.
fn rules() -> Rules {
    Rules { suicide: Suicide::Multi, ..Rules::of(Preset::Simple) }
}

/// Reads a drawn board, and checks it letter by letter and through both ways of printing it.
fn read_board(report: &mut Report, place: &Place, drawn: &[&str]) -> Option<Board> {
    let text = drawn.join("\n");
    let diagram: Diagram = match text.parse() {
        Ok(diagram) => diagram,
        Err(error) => {
            report.check("boards read", false, || place.without_board(format!("{error}\n{text}")));
            return None;
        }
    };
    // Stones are at every other letter; between them, a bracket marks the last move.
    let letters: Vec<(char, char)> = drawn
        .iter()
        .flat_map(|row| {
            let padded: Vec<char> = row.chars().chain([' ']).collect();
            padded.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
        })
        .collect();
    let size = diagram.size();
    let stones: String = letters.iter().map(|&(stone, _)| stone).collect();
    let last = letters.iter().position(|&(_, mark)| mark == ')').and_then(|at| size.point_at(at));
    let same = diagram.rows().concat() == stones && diagram.last_move() == last;
    report.check("boards read", same, || place.without_board(format!("{diagram}is not\n{text}")));
    for printed in [format!("{diagram}"), format!("{diagram:#}")] {
        let again = printed.parse::<Diagram>();
        report.check("boards printed and read", again.as_ref() == Ok(&diagram), || {
            place.without_board(format!("{again:?} from\n{printed}"))
        });
    }
    match Setup::from(&diagram).position() {
        Ok(position) => {
            report.check("boards valid", true, String::new);
            Some(position.into_board())
        }
        Err(invalid) => {
            report.check("boards valid", false, || {
                place.without_board(format!("{invalid}\n{diagram}"))
            });
            None
        }
    }
}

/// `ko C3`: the stone there has just taken a ko.
fn ask_ko(report: &mut Report, place: &Place, board: &Board, taker: Point) {
    let block = board.block(taker).expect("a stone that took");
    let mut setup = Setup::from(&Diagram::from(board));
    setup.turn = block.color().opponent();
    setup.ko = block.liberties().first().copied();
    let position = setup.clone().position();
    let refused = position.is_ok_and(|position| {
        let ko = setup.ko.expect("a liberty");
        position.board().check(setup.turn, ko, &rules()) == Err(Refusal::Ko)
    });
    report.check("ko", refused, || place.failure("ko", "a ko", "none", board));
}

/// Whether a stone here takes nothing, is taken alone, and what took it is taken back at once, with
/// more than itself.
fn is_snapback(board: &Board, color: Color, point: Point) -> Option<bool> {
    let rules = rules();
    let mut board = board.clone();
    let placed = board.play(color, point, &rules).ok()?;
    let own = board.block(point)?;
    if placed.captured > 0 || own.len() > 1 || !own.is_in_atari() {
        return Some(false);
    }
    let liberty = own.liberties()[0];
    let taken = board.play(color.opponent(), liberty, &rules).ok()?;
    if taken.captured != 1 {
        return Some(false);
    }
    let back = board.play(color, point, &rules);
    Some(back.is_ok_and(|back| back.captured > 1))
}

/// A question about a move: its colour, its point, what is expected.
struct Asked<'a> {
    place: &'a Place,
    text: &'a str,
    board: &'a Board,
    color: Color,
    point: Point,
    expected: &'a str,
}

impl Asked<'_> {
    fn check(&self, report: &mut Report, what: &'static str, ok: bool, came: impl std::fmt::Debug) {
        report.check(what, ok, || {
            self.place.failure(self.text, self.expected, format!("{came:?}"), self.board)
        });
    }

    fn about_move(&self, report: &mut Report, name: &str) {
        let &Asked { board, color, point, .. } = self;
        let mut after = board.clone();
        let placed = after.play(color, point, &rules());
        let liberties = after.block(point).map_or(0, |block| block.liberties().len());
        match name {
            // A bad self-atari leaves at most one liberty; or two of three, which Pachi counts as
            // one where the block is then dead.
            "bad_selfatari" | "sar" => {
                let bad = self.expected == "1";
                if placed == Err(Refusal::Suicide) {
                    self.check(report, "suicide is a bad self-atari", bad, placed);
                } else if bad {
                    let near = board.size().neighbors(point).filter_map(|near| board.block(near));
                    let mut own = near.filter(|block| block.color() == color);
                    let three = own.any(|block| block.liberties().len() == 3);
                    let ok = liberties <= 1 || (three && liberties == 2);
                    self.check(report, "a bad self-atari is one", ok, liberties);
                } else {
                    self.check(report, "other moves are legal", placed.is_ok(), placed);
                }
            }
            "snapback" => {
                let came = is_snapback(board, color, point);
                let expected = Some(self.expected == "1");
                self.check(report, "snapback", came == expected, came);
            }
            // A move of this kind gives atari, or is a suicide of several stones.
            "atari" => {
                let near = board.size().neighbors(point).filter_map(|near| after.block(near));
                let mut near = near.filter(|block| block.color() != color);
                let ok = near.any(|block| block.is_in_atari()) || after.stone(point).is_none();
                self.check(report, "atari", placed.is_ok() && ok, placed);
            }
            "wouldbe_ladder" => {
                let near = board.size().neighbors(point).filter_map(|near| board.block(near));
                let mut near = near.filter(|block| block.color() != color);
                let two = near.any(|block| block.liberties().len() == 2);
                self.check(report, "would-be ladder: two liberties", placed.is_ok() && two, placed);
            }
            _ => {
                // Nakade and false eyes: judgement, but about a point that is empty.
                self.check(report, "other points are empty", board.is_empty_at(point), placed);
            }
        }
    }
}

fn ask(report: &mut Report, place: &Place, text: &str, board: &Board) {
    let size = board.size();
    let words: Vec<&str> = text.split_whitespace().collect();
    let parse = |name: &str| size.parse_a1(name).expect("a point");
    let lives = || Color::ALL.map(|color| UnconditionalLife::of(board, color, Suicide::Forbidden));
    match words[..] {
        ["ko", taker] => ask_ko(report, place, board, parse(taker)),
        ["ladder" | "ladder_any", color, at, _] => {
            let block = board.block(parse(at)).expect("a stone");
            let ok = block.is_in_atari() && color.parse() == Ok(block.color());
            report.check("ladder: in atari", ok, || {
                place.failure(text, "one liberty", block.liberties().len(), board)
            });
        }
        ["two_eyes", at, expected] => {
            let point = parse(at);
            let alive = lives().iter().any(|life| life.stones.contains(point));
            let what = "two eyes: alive only with them";
            report.check(what, expected == "1" || !alive, || {
                place.failure(text, expected, "unconditionally alive", board)
            });
            report.count("of them unconditionally alive", usize::from(alive));
        }
        ["moggy", "status", ref pairs @ ..] => {
            // The most frequent playout result must agree with what is certain.
            let lives = lives();
            for pair in pairs.chunks_exact(2) {
                let point = parse(pair[0]);
                let held = |color: &Color| {
                    let life = &lives[color.index()];
                    life.stones.contains(point) || life.territory.contains(point)
                };
                let owner = Color::ALL.into_iter().find(held);
                let ok = owner
                    .is_none_or(|owner| pair[1].eq_ignore_ascii_case(&owner.symbol().to_string()));
                report.check("status doesn't contradict life", ok, || {
                    place.failure(text, pair[1], format!("{owner:?}"), board)
                });
                report.count("of them decided by life", usize::from(owner.is_some()));
            }
        }
        [name, color, at, ref expected @ ..]
            if color.parse::<Color>().is_ok() && size.parse_a1(at).is_ok() =>
        {
            let color = color.parse().expect("a colour");
            let expected = expected.first().copied().unwrap_or("");
            let asked = Asked { place, text, board, color, point: parse(at), expected };
            asked.about_move(report, name);
        }
        ["pass_is_safe", ..] => report.not_applicable("whether to pass: which stones are dead"),
        ["genmove", ..] | ["moggy", "moves"] => report.not_applicable("which move: search"),
        ["board_undo_stress_test"] => report.not_applicable("undo: Pachi's own test"),
        _ => report.check("questions understood", false, || place.without_board(text)),
    }
}

fn run(report: &mut Report, path: &Path) {
    let text = read_text(path);
    let mut board = None;
    let mut rows: Vec<&str> = Vec::new();
    let mut left = 0;
    for (index, line) in text.lines().enumerate() {
        let place = Place::new(path, index + 1);
        let line = line.split('#').next().unwrap_or("").trim_end();
        let first = line.split_whitespace().next().unwrap_or("");
        match first {
            "" | "%" => {}
            "boardsize" => {
                let side = line.split_whitespace().nth(1).and_then(|side| side.parse().ok());
                left = side.expect("a board size");
                rows.clear();
            }
            // This concerns the game, not the board.
            "komi" | "rules" | "handicap" | "passes" => {}
            _ if left > 0 => {
                rows.push(line);
                left -= 1;
                if left == 0 {
                    board = read_board(report, &place, &rows);
                }
            }
            _ if first.starts_with('!') => {
                report.not_applicable("questions that Pachi is known to fail");
            }
            _ => {
                if let Some(board) = &board {
                    ask(report, &place, line, board);
                }
            }
        }
    }
}

#[test]
fn pachi_boards() {
    let Some(folder) = folder("suites/pachi") else { return };
    let mut report = Report::new("pachi t-unit");
    for path in files(&folder, "t") {
        run(&mut report, &path);
    }
    report.finish(&[
        ("boards read", 349),
        ("boards printed and read", 698),
        ("boards valid", 349),
        ("a bad self-atari is one", 155),
        ("other moves are legal", 144),
        ("other points are empty", 117),
        ("status doesn't contradict life", 99),
        ("ladder: in atari", 49),
        ("atari", 29),
        ("two eyes: alive only with them", 26),
        ("snapback", 16),
        ("ko", 2),
    ]);
}
