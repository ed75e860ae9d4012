//! Records, boards and lines through the tree and back. One rule: where no loss is reported, the
//! bytes are the same; and canonical games of DGF pass through all its forms unchanged.

use std::fmt::Write as _;

use hoshi_core::{Color, Preset, Rules, Size};
use hoshi_record::convert::{Format, Options, ReadError, read, recast, write};
use hoshi_record::dgf::{Board, GameFile, GameInfo, Header, Move, Record};

use crate::lines;
use crate::random::Die;

/// A well-formed record, which may not be a legal game.
fn record(die: &mut Die, wild: bool) -> Record {
    let most = die.pick(&[2, 5, 9, 19, 52]);
    let side = u8::try_from(1 + die.below(most)).expect("small");
    let size = Size::square(side).expect("not 0");
    let mut counts = [0, 0];
    let half = die.pick(&[None, Some(Color::Black), Some(Color::White)]);
    let other = if half == Some(Color::Black) { 0 } else { 1 };
    counts[other] = die.pick(&[0, 6, 255, 256, 510]);
    if wild && die.once_in(3) {
        counts = [die.pick(&[0, 1, 300]), die.pick(&[0, 2, 500])];
    }
    let mut turn = Some(Color::Black);
    let mut points = vec![0; size.area()];
    if die.once_in(3) && size.area() > 9 {
        for point in points.iter_mut().step_by(2 + die.below(3)) {
            *point = if die.once_in(3) { 2 } else { 1 };
        }
    }
    if die.once_in(4) {
        turn = Some(Color::White);
    }
    if wild && die.once_in(6) {
        turn = None;
    }
    if wild && die.once_in(6) {
        let at = die.below(points.len());
        points[at] = 3;
    }
    let header = Header { turn, half, counts, side };
    let board = Board::from_parts(header, &points).expect("well-formed");
    let most = i32::try_from(size.area()).expect("small") + 1;
    let free: Vec<i32> = (1..most).filter(|&at| points[at as usize - 1] == 0).collect();
    let mut moves: Vec<Move> = Vec::new();
    for number in 0..die.below(40) {
        // Mostly moves that can be played: each point once, on an open board.
        let mv = free.get(number * 2 + 1).copied().filter(|_| !die.once_in(9)).unwrap_or(0);
        moves.push(Move::new(mv).expect("on the board"));
    }
    let mut winner = die.pick(&[None, Some(Color::Black), Some(Color::White)]);
    if die.once_in(3) {
        let even = moves.len().is_multiple_of(2);
        let gives_up = turn.map(|turn| if even { turn } else { turn.opponent() });
        moves.push(Move::RESIGN);
        if !wild {
            winner = gives_up.map(Color::opponent);
        }
    }
    Record::new(board, winner, moves).expect("a record")
}

fn game(die: &mut Die, wild: bool) -> GameFile {
    let record = record(die, wild);
    let names = ["", "Kuro \"the Crow\" 黒", "a]b\\c:d", "이세돌", "[", "\u{7f}\u{1b}x", "\u{a0}y"];
    let wilder = ["two\nlines", " spaces ", "tab\there", "\t", "\r", "\0", "\u{2028}"];
    let mut name = || {
        let name = if wild && die.once_in(3) { die.pick(&wilder) } else { die.pick(&names) };
        name.to_owned()
    };
    let (black, white, date) = (name(), name(), name());
    let id = if die.once_in(3) { name_of(die) } else { record.id() };
    GameFile::new(GameInfo { id, black, white, date }, record).expect("short names")
}

fn name_of(die: &mut Die) -> String {
    (die.pick(&["", "game 7", "0123456789abcdef", "ü]", "a\nb", " a", "b\tc"])).to_owned()
}

/// Reads, writes, and compares the bytes. Returns whether nothing was lost.
fn is_whole(bytes: &[u8], format: Format) -> bool {
    let record = match read(bytes.to_vec(), Some(format)) {
        Ok(record) => record,
        // The numbers are well-formed, but it is not a legal game.
        Err(ReadError::Illegal(_)) => return false,
        Err(error) => panic!("{error}: {}", bytes.escape_ascii()),
    };
    let game = record.file.game(0).expect("a game");
    let written = match write(game, format, &Options::default()) {
        Ok(written) => written,
        Err(error) => {
            // A first board without a turn, or an illegal game.
            let said = !record.losses.is_empty() || !record.notes.is_empty();
            assert!(said, "{error}: {}", bytes.escape_ascii());
            return false;
        }
    };
    let losses = [record.losses, written.losses].concat();
    let whole = losses.is_empty() && record.notes.is_empty();
    if whole {
        let (there, back) = (bytes.escape_ascii(), written.bytes.escape_ascii());
        assert!(bytes == written.bytes, "{format}, with nothing said:\n{there}\n{back}");
    }
    whole
}

#[test]
fn games_of_dgf_come_back_byte_for_byte_or_it_is_said() {
    let (mut die, mut whole) = (Die::new(7), [0; 3]);
    for round in 0..3_000 {
        let file = game(&mut die, round % 2 == 0);
        whole[0] += usize::from(is_whole(file.to_dgf().as_bytes(), Format::Dgf));
        whole[1] += usize::from(is_whole(&file.to_dgfb(), Format::Dgfb));
        whole[2] += usize::from(is_whole(file.record().to_dgr().as_bytes(), Format::Dgr));
    }
    assert!(whole.iter().all(|&whole| whole > 800), "{whole:?}");
}

#[test]
fn tame_games_of_dgf_lose_nothing() {
    let (mut die, mut games) = (Die::new(8), 0);
    for _ in 0..1_000 {
        let file = game(&mut die, false);
        let bytes = file.to_dgf().into_bytes();
        let record = match read(bytes.clone(), Some(Format::Dgf)) {
            Err(ReadError::Illegal(_)) => continue,
            record => record.expect("a game"),
        };
        games += 1;
        let losses = lines(&record.losses);
        // Only the id has white space here, and only a board can be an illegal position.
        assert!(losses.lines().all(|line| line.contains("white space")), "{losses}");
        let written = write(record.file.game(0).expect("a game"), Format::Dgf, &Options::default());
        let written = written.expect("it was one");
        // Only moves that depend on the rules are still reported.
        let losses = lines(&written.losses);
        assert!(losses.lines().all(|line| line.contains("(suicide)")), "{losses}");
    }
    assert!(games > 700, "{games}");
}

#[test]
fn forms_of_dgf_become_each_other_without_a_detour() {
    let forms = [Format::Dgr, Format::Dgf, Format::Dgfb];
    let (mut die, mut games) = (Die::new(9), 0);
    for _ in 0..1_500 {
        let file = game(&mut die, true);
        if file.record().replay(&Rules::of(Preset::Simple)).is_err() {
            continue;
        }
        games += 1;
        let all = [file.record().to_dgr().into_bytes(), file.to_dgf().into_bytes(), file.to_dgfb()];
        for (from, bytes) in forms.into_iter().zip(&all) {
            for (to, expected) in forms.into_iter().zip(&all) {
                let cast = recast(bytes, from, to).expect("it was written").expect("a form");
                if from == Format::Dgr && to != Format::Dgr {
                    let back = recast(&cast.bytes, to, from).expect("read").expect("a form");
                    assert_eq!(&back.bytes, bytes);
                    assert!(back.losses.is_empty(), "the id is the record's own");
                } else {
                    assert_eq!(&cast.bytes, expected, "{from} to {to}");
                }
                let info = file.info();
                let named = [&info.black, &info.white, &info.date].iter().any(|it| !it.is_empty())
                    || info.id != file.record().id();
                let lossy = from != Format::Dgr && to == Format::Dgr && named;
                assert_eq!(!cast.losses.is_empty(), lossy, "{from} to {to}");
            }
        }
    }
    assert!(games > 400, "{games}");
    // Boards that SGF has no letters for.
    let board = hoshi_record::dgf::new_board(255, "6.5".parse().expect("a komi"), 0);
    let board = board.expect("a board");
    let record = Record::new(board.clone(), None, vec![Move::new(65_025).expect("the last")]);
    let text = record.expect("a record").to_dgr();
    let large = recast(text.as_bytes(), Format::Dgr, Format::Dgfb).expect("read").expect("a form");
    let back = recast(&large.bytes, Format::Dgfb, Format::Dgr).expect("read").expect("a form");
    assert_eq!(back.bytes, text.as_bytes());
    let same = recast(&board.to_bytes(), Format::Dgb, Format::Dgb).expect("read");
    assert_eq!(same.expect("a form").bytes, board.to_bytes());
    // All other pairs use the tree.
    for to in [Format::Sgf, Format::Sgn, Format::Url, Format::Dgb] {
        assert_eq!(recast(text.as_bytes(), Format::Dgr, to), Ok(None));
    }
    for from in [Format::Sgf, Format::Sgn, Format::Url, Format::Dgb] {
        assert_eq!(recast(b"", from, Format::Dgf), Ok(None));
    }
    assert!(recast(b"1 0 0", Format::Dgr, Format::Dgf).is_err());
}

#[test]
fn boards_come_back_byte_for_byte_or_it_is_said() {
    let (mut die, mut whole) = (Die::new(10), 0);
    for round in 0..3_000 {
        let record = record(&mut die, round % 2 == 0);
        whole += usize::from(is_whole(&record.board().to_bytes(), Format::Dgb));
    }
    assert!(whole > 1_000, "{whole}");
}

#[test]
fn lines_and_addresses_come_back_byte_for_byte_or_it_is_said() {
    let (mut die, mut whole) = (Die::new(11), [0; 2]);
    for _ in 0..3_000 {
        let size = die.size();
        let mut line = size.to_string();
        for number in 0..die.below(30) {
            let at = size.points().nth((number * 5 + die.below(3)) % size.area()).expect("a point");
            let color = die.pick(&["b", "w", "w"]);
            match die.below(12) {
                0 => line.push_str(&format!(" pass{color}")),
                _ => {
                    let _ = write!(line, " {}{color}", size.a1(at));
                }
            }
        }
        if die.once_in(4) {
            line.push_str(die.pick(&[" resignb", " resignw"]));
        }
        whole[0] += usize::from(is_whole(format!("{line}\n").as_bytes(), Format::Sgn));
        let mut address = format!("/game/{}", line.replace(' ', ","));
        let rules = Rules::of(die.pick(&Preset::ALL)).to_string();
        let mut sign = '?';
        let pairs = [
            ("komi", die.pick(&["6.5", "-0.5", "0", "100"])),
            ("rules", die.pick(&[rules.as_str(), "chinese,ko%3Dpsk", "simple,komi%3D3.5"])),
            ("result", die.pick(&["B%2B3.5", "W%2BT", "0", "Void", "B%2B"])),
        ];
        for (key, value) in pairs {
            if die.once_in(2) && (key != "result" || !line.contains("resign")) {
                let _ = write!(address, "{sign}{key}={value}");
                sign = '&';
            }
        }
        if line.contains("resign") {
            let winner = if line.ends_with('b') { 'W' } else { 'B' };
            let _ = write!(address, "{sign}result={winner}%2BR");
        }
        whole[1] += usize::from(is_whole(format!("{address}\n").as_bytes(), Format::Url));
    }
    assert!(whole.iter().all(|&whole| whole > 500), "{whole:?}");
}
