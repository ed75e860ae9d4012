//! Compares solved boards with published numbers, and with the obvious way: every state built with the
//! rules of the core, and values iterated until nothing changes.

use std::cmp::Reverse;
use std::collections::HashMap;

use hoshi_core::{Board, Color, Move, Preset, Rules, Size};
use hoshi_lab::{Choice, Index, Interval, Ko, NoState, Solution, State, TableError, ko_points};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn choices_by_name(solution: &Solution, state: &State) -> HashMap<String, Choice> {
    let choices = solution.choices(state).unwrap();
    let size = solution.size();
    choices.into_iter().map(|choice| (size.move_name(choice.mv), choice)).collect()
}

/// Computed twice for hoshi, by programs that share no code with this one.
#[test]
fn known_values() {
    for (board, value) in [
        ("2x2", "-4..4"),
        ("3x2", "-6..6"),
        ("2x3", "-6..6"),
        ("4x2", "8"),
        ("5x2", "10"),
        ("3x3", "9"),
        ("4x3", "4..12"),
        ("3x4", "4..12"),
    ] {
        let size = size(board);
        let solution = Solution::new(size).unwrap();
        assert_eq!(solution.value(&State::start(size)).unwrap().to_string(), value, "{board}");
    }
}

#[test]
fn first_moves_on_3x3() {
    let solution = Solution::new(size("3x3")).unwrap();
    let choices = choices_by_name(&solution, &State::start(size("3x3")));
    let value = |name: &str| choices[name].value.to_string();
    assert_eq!(value("B2"), "9");
    for side in ["B1", "A2", "C2", "B3"] {
        assert_eq!(value(side), "3..9", "{side}");
    }
    for other in ["A1", "C1", "A3", "C3", "pass"] {
        assert_eq!(value(other), "-9", "{other}");
    }
}

/// The result of a move: a state, or the final score.
type Next = (Move, Result<usize, i8>);

/// Every state of a board, with its moves.
struct Slow {
    numbers: HashMap<State, usize>,
    states: Vec<State>,
    next: Vec<Vec<Next>>,
}

impl Slow {
    fn new(size: Size) -> Slow {
        let mut slow = Slow { numbers: HashMap::new(), states: Vec::new(), next: Vec::new() };
        let index = Index::new(size).unwrap();
        for points in (0..index.len()).filter_map(|rank| index.unrank(rank)) {
            for (turn, passed) in
                Color::ALL.into_iter().flat_map(|turn| [(turn, false), (turn, true)])
            {
                slow.number(State { points: points.clone(), turn, ko: None, passed });
            }
        }
        while let Some(state) = slow.states.get(slow.next.len()).cloned() {
            let next = slow.moves(size, &state);
            slow.next.push(next);
        }
        slow
    }

    fn number(&mut self, state: State) -> usize {
        *self.numbers.entry(state.clone()).or_insert_with(|| {
            self.states.push(state);
            self.states.len() - 1
        })
    }

    fn moves(&mut self, size: Size, state: &State) -> Vec<Next> {
        let rules = Rules::of(Preset::Simple);
        let rows = state.points.chunks(usize::from(size.width()));
        let row = |row: &[u8]| row.iter().map(|&c| ['.', 'X', 'O'][usize::from(c)]).collect();
        let text = rows.map(row).collect::<Vec<String>>().join("\n");
        let board = Board::from_text(&text).unwrap();
        let turn = state.turn.opponent();
        let pass = State { points: state.points.clone(), turn, ko: None, passed: true };
        let end = || {
            let [black, white] = board.area();
            Err(black as i8 - white as i8)
        };
        let pass = if state.passed { end() } else { Ok(self.number(pass)) };
        let mut moves = vec![(Move::Pass, pass)];
        for point in size.points().filter(|&point| Some(point) != state.ko) {
            let mut after = board.clone();
            if after.play(state.turn, point, &rules).is_err() {
                continue;
            }
            let color = |point| match after.stone(point) {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
            let points = size.points().map(color).collect();
            let to = State { points, turn, ko: after.ko(), passed: false };
            moves.push((Move::Play(point), Ok(self.number(to))));
        }
        moves
    }

    /// The values if infinite play has this value for Black, and the round in which each was found.
    fn values(&self, infinite: i8) -> (Vec<i8>, Vec<u8>) {
        let mut values = vec![infinite; self.states.len()];
        let mut found = vec![0; self.states.len()];
        for round in 1.. {
            let of = |(_, to): &Next| match *to {
                Ok(state) => values[state],
                Err(score) => score,
            };
            let new = |(state, next): (&State, &Vec<Next>)| {
                let all = next.iter().map(of);
                if state.turn == Color::Black { all.max() } else { all.min() }.unwrap()
            };
            let new: Vec<i8> = self.states.iter().zip(&self.next).map(new).collect();
            if new == values {
                return (values, found);
            }
            for (at, found) in found.iter_mut().enumerate() {
                if new[at] != values[at] {
                    *found = round;
                }
            }
            values = new;
        }
        unreachable!("the rounds end")
    }
}

#[test]
fn every_state_agrees_with_the_slow_way() {
    for board in ["1x1", "2x1", "1x3", "5x1", "1x7", "2x2", "3x2", "2x3", "4x2", "3x3"] {
        let size = size(board);
        let area = size.area() as i8;
        let solution = Solution::new(size).unwrap();
        let slow = Slow::new(size);
        let (low, low_found) = slow.values(-area);
        let (high, high_found) = slow.values(area);
        let interval = |at: usize| Interval { low: low[at], high: high[at] };
        for (at, state) in slow.states.iter().enumerate() {
            assert_eq!(solution.value(state), Ok(interval(at)), "{state:?}");
            let choices = solution.choices(state).unwrap();
            assert_eq!(choices.len(), slow.next[at].len(), "{state:?}");
            // The first is the best.
            let best = choices[0].value;
            let is_black = state.turn == Color::Black;
            let sure = |value: Interval| if is_black { value.low } else { -value.high };
            assert_eq!(sure(best), sure(interval(at)), "{state:?}");
            for (mv, to) in &slow.next[at] {
                let choice = choices.iter().find(|choice| choice.mv == *mv).unwrap();
                let (value, plies) = match *to {
                    Err(score) => (Interval { low: score, high: score }, 1),
                    Ok(to) if is_black => (interval(to), low_found[to] + 1),
                    Ok(to) => (interval(to), high_found[to] + 1),
                };
                assert_eq!(choice.value, value, "{state:?} {mv:?}");
                let plies = if sure(value) == -area { 0 } else { plies };
                assert_eq!(choice.plies, plies, "{state:?} {mv:?}");
            }
        }
    }
}

/// Boards for which the slow way is too slow: the value of a state is that of its best move.
#[test]
fn every_state_has_the_value_of_its_best_move() {
    for board in ["4x3", "5x2", "9x1"] {
        let size = size(board);
        let solution = Solution::new(size).unwrap();
        let index = Index::new(size).unwrap();
        for points in (0..index.len()).filter_map(|rank| index.unrank(rank)) {
            for (turn, passed) in [(Color::Black, false), (Color::White, true)] {
                let state = State { points: points.clone(), turn, ko: None, passed };
                let choices = solution.choices(&state).unwrap();
                let ends = |of: fn(Interval) -> i8| {
                    let all = choices.iter().map(|choice| of(choice.value));
                    if turn == Color::Black { all.max() } else { all.min() }.unwrap()
                };
                let value = Interval { low: ends(|v| v.low), high: ends(|v| v.high) };
                assert_eq!(solution.value(&state), Ok(value), "{state:?}");
            }
        }
    }
}

/// A side that takes the shortest way to its lower bound gets there: after any answer, the bound is
/// higher, or it is two moves nearer.
#[test]
fn the_shortest_way_ends() {
    let mut answers = 0;
    for board in ["3x2", "3x3", "4x2", "7x1"] {
        let size = size(board);
        let area = size.area() as i8;
        let solution = Solution::new(size).unwrap();
        let slow = Slow::new(size);
        for (at, state) in slow.states.iter().enumerate() {
            let sure = |choice: &Choice| match state.turn {
                Color::Black => choice.value.low,
                Color::White => -choice.value.high,
            };
            let shortest = |state: &State| {
                let choices = solution.choices(state).unwrap();
                choices.into_iter().max_by_key(|one| (sure(one), Reverse(one.plies))).unwrap()
            };
            let choice = shortest(state);
            if sure(&choice) == -area {
                continue;
            }
            let after = slow.next[at].iter().find(|(mv, _)| *mv == choice.mv).unwrap().1;
            let Ok(after) = after else { continue };
            for (answer, to) in &slow.next[after] {
                let Ok(to) = *to else { continue };
                let next = shortest(&slow.states[to]);
                let is_nearer = next.plies + 2 <= choice.plies;
                let gain = sure(&next) - sure(&choice);
                answers += 1;
                assert!(gain > 0 || gain == 0 && is_nearer, "{state:?} {choice:?} {answer:?}");
            }
        }
    }
    assert!(answers > 1_000, "{answers}");
}

/// There is a state for each pair of a position and a strict ko point, and for no other.
#[test]
fn ko_states_are_the_strict_ones() {
    for board in ["3x2", "5x1", "3x3", "4x3", "2x5"] {
        let size = size(board);
        let solution = Solution::new(size).unwrap();
        let index = Index::new(size).unwrap();
        let mut found = vec![0; size.area()];
        for points in (0..index.len()).filter_map(|rank| index.unrank(rank)) {
            let mut state = State { points, turn: Color::Black, ko: None, passed: false };
            for point in size.points() {
                state.ko = Some(point);
                // A separate check builds a grid each time.
                if board == "3x2" {
                    assert_eq!(state.check(size), solution.value(&state).map(|_| ()));
                }
                match solution.value(&state) {
                    Ok(_) => found[size.index(point)] += 1,
                    Err(error) => assert_eq!(error, NoState::Ko),
                }
            }
        }
        assert_eq!(found, ko_points(size, Ko::Strict).unwrap(), "{board}");
    }
}

#[test]
fn invalid_states() {
    let size = size("3x2");
    let solution = Solution::new(size).unwrap();
    let start = State::start(size);
    assert_eq!(start.check(size), Ok(()));
    let full = State { points: vec![1; 6], ..start.clone() };
    assert_eq!(solution.value(&full), Err(NoState::Illegal));
    assert_eq!(full.check(size), Err(NoState::Illegal));
    let other = State { points: vec![0; 5], ..start.clone() };
    assert_eq!(solution.choices(&other), Err(NoState::Size(size)));
    assert_eq!(other.check(size), Err(NoState::Size(size)));
    let color = State { points: vec![3; 6], ..start.clone() };
    assert_eq!(solution.value(&color), Err(NoState::Size(size)));
    let ko = State { ko: size.point(0, 0), ..start.clone() };
    assert_eq!(solution.choices(&ko), Err(NoState::Ko));
    let off = State { ko: Size::S9.point(8, 8), ..start.clone() };
    assert_eq!(solution.value(&off), Err(NoState::Ko));
    assert_eq!(off.check(size), Err(NoState::Ko));
    let passed = State { passed: true, ..ko };
    assert_eq!(solution.value(&passed), Err(NoState::KoAfterPass));
    assert_eq!(passed.check(size), Err(NoState::KoAfterPass));
}

#[test]
fn boards_that_are_too_large() {
    for board in ["21x1", "5x5", "19x19"] {
        let error = Solution::new(size(board)).unwrap_err().to_string();
        assert!(error.contains("20 points"), "{error}");
        let checked = State::start(size(board)).check(size(board));
        assert_eq!(checked.unwrap_err().to_string(), error);
    }
}

/// Moves that are computed again in every sweep are the same.
#[test]
fn little_room_is_enough() {
    for board in ["3x3", "5x2", "4x3"] {
        let size = size(board);
        let bytes = Solution::new(size).unwrap().to_bytes();
        for room in [0, 20_000, 500_000] {
            let solution = Solution::with_progress(size, room, &|_| ()).unwrap();
            assert_eq!(solution.to_bytes(), bytes, "{board} {room}");
        }
    }
}

#[test]
fn tables_are_read_as_they_were_written() {
    for board in ["1x1", "3x2", "3x3"] {
        let size = size(board);
        let solution = Solution::new(size).unwrap();
        let bytes = solution.to_bytes();
        let read = Solution::from_bytes(&bytes).unwrap();
        assert_eq!(read.size(), size);
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(Solution::new(size).unwrap().to_bytes(), bytes);
        let start = State::start(size);
        assert_eq!(read.choices(&start), solution.choices(&start));
    }
}

/// A table of the first version, read for good.
#[test]
fn tables_of_every_version() {
    let bytes = include_bytes!("../../../testdata/tables/v1-3x3.table");
    assert_eq!(Solution::from_bytes(bytes).unwrap().to_bytes(), bytes);
    assert_eq!(Solution::new(size("3x3")).unwrap().to_bytes(), bytes);
}

#[test]
fn invalid_tables() {
    let bytes = Solution::new(size("2x2")).unwrap().to_bytes();
    let read = |bytes: &[u8]| Solution::from_bytes(bytes).map(|_| ());
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        bytes
    };
    // With a valid checksum.
    let summed = |mut bytes: Vec<u8>| {
        bytes.truncate(bytes.len() - 4);
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    };
    assert_eq!(read(b""), Err(TableError::Foreign));
    assert_eq!(read(b"(;GM[1])"), Err(TableError::Foreign));
    assert_eq!(read(&with(8, 2)), Err(TableError::Version(2)));
    for length in 9..bytes.len() {
        assert_eq!(read(&bytes[..length]), Err(TableError::Damaged), "{length}");
    }
    for (at, byte) in bytes.iter().enumerate().skip(9) {
        assert_eq!(read(&with(at, byte ^ 64)), Err(TableError::Damaged), "{at}");
    }
    assert_eq!(read(&summed(with(9, 0))), Err(TableError::Content(9)));
    assert_eq!(read(&summed(with(9, 3))), Err(TableError::Content(12)));
    assert_eq!(read(&summed(with(9, 19))), Err(TableError::Size(19, 2)));
    assert_eq!(read(&summed(with(11, 9))), Err(TableError::Rules(9)));
    assert_eq!(read(&summed(with(23, 255))), Err(TableError::Content(20)));
    assert_eq!(read(&summed(with(24, 5))), Err(TableError::Content(24)));
    // A few valid bytes do not cost the work of a large board.
    let mut short = bytes[..24].to_vec();
    short[9..11].copy_from_slice(&[5, 4]);
    short[12..].fill(0);
    short.extend([0; 4]);
    assert_eq!(short.len(), 28);
    assert_eq!(read(&summed(short)), Err(TableError::Content(12)));
    // No changed byte causes a panic.
    for (at, byte) in bytes.iter().enumerate().skip(9) {
        let _ = read(&summed(with(at, byte ^ 128)));
        let _ = read(&summed(with(at, 255)));
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(read(&longer), Err(TableError::Damaged));
    assert!(matches!(read(&summed([&bytes[..], &[0]].concat())), Err(TableError::Content(_))));
}
