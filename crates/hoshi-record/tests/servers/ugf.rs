//! UGF, field by field.

use hoshi_record::servers::{ReadError, Server, read};

use crate::{info, load, moves, notes, sgf};

const GAME: &str = "\
[Header]
Ver=UGF2,200
Lang=SJIS
Crypt=2146,PLAIN_UGF_FILE,READ_WRITE
Title=3rd,Test Cup,Game 5
Place=Tokyo
Date=2001/08/20,09:00:00,2001/08/21,00:00:00
Rule=JPN
Size=9
Hdcp=2,0.50
Ptime=J;240;0;0,J;240;0;0,0,0
Winner=B,C
Moves=3
Writer=Panda
Copyright=nobody
CoordinateType=IGS
Comment=what a game
Commentator=Carol
PlayerW=ann,2k?,,
PlayerB=bob,9-dan,0,
[Data]
CC,B1,0,0
GG,B1,0,0
EE,W1,1,0
AI,B1,2,0
YA,W1,3,0
";

#[test]
fn a_whole_game() {
    let read = load(GAME, Server::Ugf);
    assert_eq!(notes(&read), "");
    assert!(read.left_out.is_empty());
    assert_eq!(
        sgf(&read),
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[bob]BR[9d]PW[ann]WR[2k?]RE[B+R]KM[0.5]HA[2]RU[Japanese]\
         DT[2001-08-20,21]TM[14400]EV[3rd Test Cup]RO[Game 5]PC[Tokyo]US[Panda]CP[nobody]AN[Carol]\
         GC[what a game]AB[cg][gc]\n;W[ee];B[aa];W[])\n"
    );
}

/// The game with another line in place of the one with this key.
fn with(line: &str) -> hoshi_record::servers::Read {
    let (key, _) = line.split_once('=').expect("a key");
    let lines =
        GAME.lines().map(|old| if old.starts_with(&format!("{key}=")) { line } else { old });
    load(lines.collect::<Vec<_>>().join("\n"), Server::Ugf)
}

#[test]
fn results() {
    for (winner, result) in [
        ("B,1.50", "B+1.5"),
        ("W,5.00", "W+5"),
        ("W,C", "W+R"),
        ("W,T", "W+T"),
        ("B,F2", "B+F"),
        ("B,", "B+"),
        ("D,0.00", "0"),
        ("N1,E", "Void"),
        ("P,", ""),
        ("A,", ""),
    ] {
        assert_eq!(info(&with(&format!("Winner={winner}")), "RE"), result, "{winner}");
    }
    let odd = with("Winner=X,Y");
    assert!(notes(&odd).contains("line 12: the result `X,Y` is not understood"), "{}", notes(&odd));
}

#[test]
fn coordinates() {
    assert!(moves(&with("CoordinateType=JPN")).starts_with("Wee Bai"));
    assert!(notes(&with("CoordinateType=Mars")).contains("the coordinates `Mars` are unknown"));
    assert!(notes(&with("Size=99")).contains("`99` is not a board size; 19 is assumed"));
}

#[test]
fn terms_and_dates() {
    assert_eq!(info(&with("Hdcp=2,0,50"), "KM"), "0.5");
    assert!(notes(&with("Hdcp=3,0.5")).contains("the handicap is 3, and there are 2 stones"));
    assert!(notes(&with("Hdcp=0,-5.50")).contains("the komi of an even game is -5.5"));
    assert_eq!(info(&with("Date=2001/08/20,,,"), "DT"), "2001-08-20");
    assert_eq!(notes(&with("Date=//,,//,")), "");
    assert!(notes(&with("Ptime=J;240;30;5,J;240;30;5,0,0")).contains("understood in part"));
    assert!(notes(&with("Moves=7")).contains("7 moves are announced, but there are 3"));
    let stones = load("[Header]\nSize=19\nHdcp=3,0.5\n[Data]\nDD,W1,1,0\n", Server::Ugf);
    assert!(sgf(&stones).contains("AB[dp][pd][pp]"));
    assert!(notes(&stones).contains("they are on the usual points"));
}

#[test]
fn pairs_of_players() {
    let read = load(GAME.replace("PlayerB=", "PlayerB2=eve,3d\nPlayerB="), Server::Ugf);
    assert_eq!(info(&read, "PB"), "bob 9-dan & eve 3d");
}

#[test]
fn texts_and_figures() {
    let figures = "[Figure]\n.Text,2\nA good move.\n.#,1,9,A\n.EndText\n.Text,0\nWelcome\n.EndText\n\
                   .Fig,1,1,1,19,19,x,1,0\nEE,B1,0,0\nFF,W1,1,0\n.Text\nno\n.EndText\n.EndFig\n";
    let read = load(format!("{GAME}{figures}"), Server::Ugf);
    assert!(sgf(&read).contains("AB[cg][gc]C[Welcome]"), "{}", sgf(&read));
    assert!(sgf(&read).contains(";B[aa]C[A good move.]LB[aa:A]"), "{}", sgf(&read));
    assert_eq!(read.left_out, ["1 figure is lost, with the variations in it"]);
    assert_eq!(notes(&read), "");
}

#[test]
fn a_review() {
    let review = "[ReviewNode]\nNODE,1,0,0,0\nNODE,2,2,5,5\n  VARIATION,\n    NODE,7,1,5,6\n  VARIATION,\n    \
                  NODE,9,2,6,6\n  VARIATIONEND,\n    NODE,8,2,5,7\n  VARIATIONEND,\nNODE,3,1,1,9\n\
                  NODE,4,2,20,20\nNODE,5,0,0,0\n[ReviewComment]\n.Comment,1\nHello\n there\n.Comment,8\nhm\n\
                  .Comment,5\nthe end\n";
    let read = load(format!("{GAME}{review}"), Server::Ugf);
    assert_eq!(notes(&read), "");
    let text = sgf(&read);
    let (_, tree) = text.split_once(";W[ee]").expect("a move");
    assert_eq!(tree, "\n(;B[aa];W[]C[the end])\n(;B[ed]\n(;W[ec]C[hm])\n(;W[fd])))\n");
    assert!(text.contains("C[Hello\n there]"));
    // A review of another game is not taken.
    let other = review.replace("NODE,2,2,5,5", "NODE,2,2,5,4");
    let read = load(format!("{GAME}{other}"), Server::Ugf);
    assert_eq!(notes(&read), "line 28: the review differs from the game at move 1\n");
    assert_eq!(read.left_out, ["the review is lost: it is not one of this game"]);
}

#[test]
fn charsets() {
    let lang = |lang: &str, name: &[u8]| {
        let text = format!("[Header]\nLang={lang}\nPlayerB=NAME,\n[Data]\nQP,B1,1,0\n");
        let (before, after) = text.split_once("NAME").expect("a name");
        load([before.as_bytes(), name, after.as_bytes()].concat(), Server::Ugf)
    };
    let japanese = b"\x96\x7b\x88\xf6\x96\x56\x8f\x47\x8d\xf4";
    assert_eq!(info(&lang("SJIS", japanese), "PB"), "本因坊秀策");
    let utf8 = lang("SJIS", "本因坊秀策".as_bytes());
    assert_eq!(info(&utf8, "PB"), "本因坊秀策");
    assert_eq!(
        utf8.charset_note().as_deref(),
        Some("the charset is not Shift_JIS, as named, but UTF-8")
    );
}

#[test]
fn broken_lines_are_skipped() {
    let read = load(
        format!(
            "# a comment\n{GAME}E,W1,4,0\nDD,X1,4,0\nPP,B1,4,0\nDD,B1,9,30\n[Moon]\nx\n[Files]\na=FF\n[End]\njunk"
        ),
        Server::Ugf,
    );
    assert_eq!(moves(&read), "Wee Baa W Bdf");
    assert_eq!(
        notes(&read),
        "line 14: 3 moves are announced, but there are 4\n\
         line 28: `E,W1,4,0` is not a move, and skipped\n\
         line 29: `X1` is not a player; the move is skipped\n\
         line 30: `PP` is not on the board; the move is skipped\n\
         line 31: it is move 9, but 4 comes next\n\
         line 32: the section `[Moon]` is unknown, and skipped\n"
    );
    assert_eq!(
        read.left_out,
        [
            "the seconds that each move took are lost",
            "pictures are lost",
            "4 lines are skipped and lost"
        ]
    );
}

#[test]
fn no_game() {
    assert_eq!(read(b"", Server::Ugf).map(|_| ()), Err(ReadError::NoGame(Server::Ugf)));
    assert!(read(b"[Data]\n", Server::Ugf).is_err());
    let locked = b"[Header]\nCrypt=9666,X,READ_WRITE\n[Data]\n&%$\n";
    assert_eq!(read(locked, Server::Ugf).map(|_| ()), Err(ReadError::Enciphered));
}
