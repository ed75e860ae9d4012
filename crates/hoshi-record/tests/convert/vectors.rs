//! The vectors: coordinates, SGN and SGF, the numbers of DGF.

use hoshi_record::convert::Format;

use crate::{converted, from, tree};

#[test]
fn sgn_and_sgf() {
    let record = from("19x19 A9b B12w C2b", Format::Sgn);
    assert_eq!(tree(&record), "(;GM[1]FF[4]CA[UTF-8]SZ[19];B[ak];W[bh];B[cr])\n");
    assert_eq!(converted("(;SZ[19];B[ak];W[bh];B[cr])", Format::Sgn), "19x19 A9b B12w C2b\n");
    let corner = from("9x11 J11b", Format::Sgn);
    assert_eq!(tree(&corner), "(;GM[1]FF[4]CA[UTF-8]SZ[9:11];B[ia])\n");
    for wrong in ["9x9 I5b", "9x9 A10b"] {
        assert!(hoshi_record::convert::read(wrong.into(), Some(Format::Sgn)).is_err(), "{wrong}");
    }
}

#[test]
fn handicap_of_a_line() {
    let record = from("9x9 C3b G7b E5w", Format::Sgn);
    assert_eq!(tree(&record), "(;GM[1]FF[4]CA[UTF-8]SZ[9]HA[2]AB[cg][gc];W[ee])\n");
    // In their original order.
    assert_eq!(converted(&tree(&record), Format::Sgn), "9x9 C3b G7b E5w\n");
    // One is a move, and so is every later one.
    let record = from("9x9 C3b E5w G7b F6b", Format::Sgn);
    assert_eq!(tree(&record), "(;GM[1]FF[4]CA[UTF-8]SZ[9];B[cg];W[ee];B[gc];B[fd])\n");
}

#[test]
fn passes_and_resignation_of_a_line() {
    let record = from("9x9 E5b passw resignb", Format::Sgn);
    assert_eq!(tree(&record), "(;GM[1]FF[4]CA[UTF-8]SZ[9]RE[W+R];B[ee];W[])\n");
    assert_eq!(converted(&tree(&record), Format::Sgn), "9x9 E5b passw resignb\n");
}

#[test]
fn an_address() {
    let text = "/game/19x19,A9b,B12w,C2b?komi=6.5&rules=japanese&result=B%2BR";
    let record = from(text, Format::Url);
    let sgf = "(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]RU[Japanese]RE[B+R];B[ak];W[bh];B[cr])\n";
    assert_eq!(tree(&record), sgf);
    let back = "/game/19x19,A9b,B12w,C2b,resignw?komi=6.5&rules=japanese&result=B%2BR\n";
    assert_eq!(converted(sgf, Format::Url), back);
    assert_eq!(tree(&from(back, Format::Url)), sgf);
    // The address says only what the record says.
    assert_eq!(converted("(;SZ[9];B[ee])", Format::Url), "/game/9x9,E5b\n");
}

#[test]
fn numbers_of_dgf() {
    for (sgf, number) in [("aa", 1), ("dd", 61), ("de", 80), ("pd", 73), ("jj", 181), ("ss", 361)] {
        let text = converted(&format!("(;SZ[19]KM[6.5];B[{sgf}])"), Format::Dgr);
        assert!(text.starts_with("9 0 6 19\n"), "{text}");
        assert!(text.ends_with(&format!("\n0\n{number}\n")), "{text}");
    }
    let board = crate::to("(;SZ[19]KM[6.5])", Format::Dgb).expect("a board").bytes;
    assert_eq!((&board[..4], board.len()), (&[9, 0, 6, 19][..], 365));
    let board = crate::to("(;SZ[19]KM[6.5];B[dd])", Format::Dgb).expect("a board").bytes;
    assert_eq!((&board[..4], board[64]), (&[10, 0, 6, 19][..], 1));
}

#[test]
fn a_ko_of_dgf() {
    let moves = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])";
    let board = crate::to(moves, Format::Dgb).expect("a board").bytes;
    let expected =
        [1, 0, 1, 5, 0, 1, 2, 0, 0, 1, 2, 3, 2, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(board, expected);
    let back = from(board, Format::Dgb);
    assert_eq!(crate::lines(&back.losses), "the game: the ko point C4 is lost\n");
}

#[test]
fn a_game_of_dgf_in_full() {
    let text = "(;SZ[3]PB[Kuro \"the Crow\" 黒]DT[2024-05-01,02]RE[B+R];B[bb])";
    let game = converted(text, Format::Dgf);
    let expected = "format = 1\nid = \"4134676817566e5c\"\nblack = \"Kuro \\\"the Crow\\\" 黒\"\n\
        white = \"\"\ndate = \"2024-05-01,02\"\nresult = 1\nboard = [\n  1, 0, 0, 3,\n  0, 0, 0,\n  \
        0, 0, 0,\n  0, 0, 0,\n]\nmoves = [\n  5, -1,\n]\n";
    assert_eq!(game, expected);
    let back = "(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[0]PB[Kuro \"the Crow\" 黒]DT[2024-05-01,02]RE[B+R]\n;B[bb])\n";
    assert_eq!(tree(&from(game, Format::Dgf)), back);
}
