//! Boards that are not one move apart, and the messages.

use hoshi_record::dgf::{self, Board, Difference};

use crate::games::rules;

/// A board of 4x4: a header, then rows of `.XO*`, a star for the ko point.
fn board(header: [u8; 3], rows: &str) -> Board {
    let point = |c| match c {
        'X' => 1,
        'O' => 2,
        '*' => 3,
        _ => 0,
    };
    let points: Vec<u8> = rows.split_whitespace().flat_map(str::chars).map(point).collect();
    let bytes = [&header[..], &[4], &points].concat();
    Board::from_bytes(&bytes).unwrap()
}

fn explain(first: &Board, second: &Board) -> String {
    explain_under("simple", first, second)
}

fn explain_under(name: &str, first: &Board, second: &Board) -> String {
    match dgf::diff(first, second, &rules(name)) {
        Ok(mv) => format!("move {mv}"),
        Err(difference) => difference.to_string(),
    }
}

const EMPTY: &str = ".... .... .... ....";

#[test]
fn no_move_at_all() {
    let first = board([1, 0, 0], EMPTY);
    assert_eq!(dgf::diff(&first, &first, &rules("simple")), Err(Difference::Nothing));
    let nine = dgf::new_board(9, hoshi_core::HalfPoints::ZERO, 0).unwrap();
    assert_eq!(explain(&first, &nine), "the first board is 4x4, the second 9x9");
    let over = board([0, 0, 0], EMPTY);
    assert_eq!(
        explain(&over, &first),
        "the game is over on the first board (turn 0): no move follows it"
    );
    assert_eq!(explain(&over, &over), explain(&over, &first));
    let dead = board([1, 0, 0], "XO.. O... .... ....");
    assert_eq!(
        explain(&dead, &board([2, 0, 0], "XO.. O... .... ...X")),
        "the first board is not a legal position: the black stone at A4 has no liberty"
    );
}

#[test]
fn stones_that_no_move_places() {
    let first = board([1, 0, 0], "X... .... .... ...O");
    let second = |rows| board([2, 0, 0], rows);
    assert_eq!(
        explain(&first, &second("XX.. .X.. .... ...O")),
        "no one move does this: 2 points differ: B4 is black now, B3 is black now"
    );
    assert_eq!(
        explain(&first, &second("O... .... .... ...O")),
        "no one move does this: 1 point differs: A4 is white now"
    );
    assert_eq!(
        explain(&first, &second("X... .... .... ....")),
        "no one move does this: 1 point differs: D1 is empty now"
    );
    // A black stone that vanishes, and no suicide that explains it.
    assert_eq!(
        explain(&first, &second(".... .... .... ...O")),
        "no one move does this: 1 point differs: A4 is empty now"
    );
    assert_eq!(
        explain(&first, &second("XO.. .... .... ...O")),
        "the only new stone, at B4, is White's, but it is Black's turn"
    );
    let full = explain(&first, &second("XXXX XXXX XXXX XX.O"));
    assert!(full.contains("13 points differ") && full.ends_with(" and 5 more"), "{full}");
}

#[test]
fn a_move_with_a_wrong_header() {
    let first = board([9, 2, 6], EMPTY);
    let second = |header| board(header, "X... .... .... ....");
    assert_eq!(explain(&first, &second([10, 2, 6])), "move 1");
    assert_eq!(
        explain(&first, &second([9, 2, 6])),
        "read as A4 (1), it should be White's turn, not Black's"
    );
    assert_eq!(
        explain(&first, &second([10, 2, 7])),
        "read as A4 (1), White's count (captured stones and komi) should be 6, not 7"
    );
    assert_eq!(
        explain(&first, &second([2, 2, 6])),
        "read as A4 (1), the half point of komi should be White's, not nobody's"
    );
    assert_eq!(
        explain(&first, &second([5, 3, 0])),
        "read as A4 (1), Black's count (captured stones and komi) should be 2, not 3; White's count \
         (captured stones and komi) should be 6, not 0; the half point of komi should be White's, \
         not Black's; it should be White's turn, not Black's"
    );
    assert_eq!(
        explain(&first, &second([8, 2, 6])),
        "read as resignation (-1), there should be no stone at A4"
    );
    assert_eq!(
        explain(&first, &board([9, 2, 7], EMPTY)),
        "read as pass (0), White's count (captured stones and komi) should be 6, not 7; it should be \
         White's turn, not Black's"
    );
    assert_eq!(explain(&first, &board([10, 2, 6], EMPTY)), "move 0");
    assert_eq!(explain(&first, &board([8, 2, 6], EMPTY)), "move -1");
    assert_eq!(
        explain(&first, &board([8, 3, 6], EMPTY)),
        "read as resignation (-1), Black's count (captured stones and komi) should be 2, not 3"
    );
}

#[test]
fn captures_that_do_not_match() {
    let first = board([1, 0, 0], "OOX. X... .... ....");
    assert_eq!(explain(&first, &board([2, 2, 0], "..X. XX.. .... ....")), "move 6");
    assert_eq!(
        explain(&first, &board([2, 2, 0], "O.X. XX.. .... ....")),
        "read as B3 (6), there should be no stone at A4"
    );
    assert_eq!(
        explain(&first, &board([2, 2, 0], "OOX. X..X .... ....")),
        "read as D3 (8), Black's count (captured stones and komi) should be 0, not 2"
    );
    assert_eq!(
        explain(&first, &board([2, 0, 0], "..X. X..X .... ....")),
        "read as D3 (8), there should still be a stone at A4, B4"
    );
}

#[test]
fn kos() {
    let first = board([2, 0, 0], ".XO. X.XO .XO. ....");
    let taken = board([1, 0, 1], ".XO. XO*O .XO. ....");
    assert_eq!(explain(&first, &taken), "move 6");
    let rows = taken_rows(&taken);
    let without = board([1, 0, 1], &rows.replace('*', "."));
    assert_eq!(
        explain(&first, &without),
        "read as B3 (6), C3 should be the ko point, and there is none"
    );
    let elsewhere = board([1, 0, 1], "*XO. XO.O .XO. ....");
    assert_eq!(explain(&first, &elsewhere), "read as B3 (6), the ko point should be C3, not A4");
    assert_eq!(
        explain(&taken, &board([2, 1, 1], ".XO. X*XO .XO. ....")),
        "the move is illegal: Black can't play 7 (C3): the ko may not be taken back at once"
    );
    assert_eq!(
        explain(&taken, &board([2, 0, 1], &rows)),
        "read as pass (0), there should be no ko point, but C3 is one"
    );
    assert_eq!(explain(&taken, &board([2, 0, 1], &rows.replace('*', "."))), "move 0");
    // A resignation leaves the ko where it is.
    assert_eq!(explain(&taken, &board([0, 0, 1], &rows)), "move -1");
}

fn taken_rows(board: &Board) -> String {
    let letter = |&point: &u8| ['.', 'X', 'O', '*'][usize::from(point)];
    let letters: Vec<char> = board.points().iter().map(letter).collect();
    letters.chunks(4).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

#[test]
fn suicides() {
    let first = board([1, 0, 0], "X.O. OO.. .... ....");
    let after = board([2, 0, 2], "..O. OO.. .... ....");
    assert_eq!(explain_under("simple,suicide=multi", &first, &after), "move 2");
    assert_eq!(
        explain(&first, &after),
        "the move is illegal: Black can't play 2 (B4): the stone would have no liberty (suicide)"
    );
    let miscounted = board([2, 0, 1], "..O. OO.. .... ....");
    assert_eq!(
        explain_under("simple,suicide=multi", &first, &miscounted),
        "no one move does this: 1 point differs: A4 is empty now"
    );
    // One stone dies: if there is only one possible point, it is known.
    let one = board([1, 0, 0], ".O.. O... .... ....");
    let lost = board([2, 0, 1], ".O.. O... .... ....");
    assert_eq!(explain_under("simple,suicide=any", &one, &lost), "move 1");
    assert!(explain(&one, &lost).contains("suicide"));
    let two = board([1, 0, 0], ".OO. O..O .... ....");
    let lost = board([2, 0, 1], ".OO. O..O .... ....");
    assert_eq!(
        explain_under("simple,suicide=any", &two, &lost),
        "2 moves do this, each a suicide of one stone: A4, D4"
    );
    assert!(explain(&two, &lost).contains("suicide"));
    // Under positional superko a single stone's suicide brings the board back.
    assert!(
        explain_under("simple,suicide=any,ko=psk", &one, &lost_one(&one))
            .starts_with("read as pass")
    );
}

fn lost_one(board: &Board) -> Board {
    let mut bytes = board.to_bytes();
    (bytes[0], bytes[2]) = (2, 1);
    Board::from_bytes(&bytes).unwrap()
}

#[test]
fn a_count_that_would_be_too_much() {
    let first = Board::from_bytes(&[0b1_0001, 255, 0, 2, 2, 1, 0, 0]).unwrap();
    let second = Board::from_bytes(&[0b1_0010, 255, 0, 2, 0, 1, 1, 0]).unwrap();
    let text = explain(&first, &second);
    assert!(
        text.starts_with("the move is illegal: Black's count") && text.contains("511"),
        "{text}"
    );
}
