//! GIB, field by field.

use hoshi_record::servers::{Server, read};

use crate::{info, load, moves, notes, sgf};

/// A whole file, as the English client writes it.
const GAME: &str = r"\HS
\[GIBOKIND=Global\]
\[TYPE=0\]
\[GAMECONDITION=2 Handicap : White 0.5 Dum\]
\[GAMETIME=Time limit 10minute : 30 second countdown 3 time\]
\[GAMERESULT=white 7.5 win\]
\[GAMENAME=Friendly\]
\[GAMEDATE=2021- 3- 9-17- 5- 1\]
\[GAMEPLACE=Tygem Baduk\]
\[GAMELECNAME=Carol\]
\[GAMEWHITENAME=ann (5D)\]
\[GAMEBLACKNAME=bob (12K)\]
\[GAMECOMMENT=A [short\] game\]
\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:2,GTIME:600-30-3,GRLT:1,ZIPSU:75,DUM:0,GONGJE:5,TCNT:4,AUSZ:0\]
\HE
\GS
2 1 0
5 0 &4
INI 0 1 2 &4Hello
STO 0 2 2 15 15 
STO 0 3 1 3 3 
SKI 0 4
STO 0 5 1 18 0 
\GE
";

#[test]
fn a_whole_game() {
    let read = load(GAME, Server::Gib);
    assert_eq!(notes(&read), "");
    assert_eq!(
        sgf(&read),
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]HA[2]PB[bob]BR[12k]PW[ann]WR[5d]EV[Friendly]PC[Tygem Baduk]\
         AN[Carol]DT[2021-03-09]KM[0.5]TM[600]OT[3x30 byo-yomi]GC[A [short\\\\\\] game]RE[W+7.5]\
         AB[dp][pd]C[Hello]\n;W[pp];B[dd];W[];B[sa])\n"
    );
}

/// A file with these lines in its header.
fn with(lines: &str) -> hoshi_record::servers::Read {
    load(format!("\\HS\n\\[GAMENAME=x\\]\n{lines}\n\\HE\n"), Server::Gib)
}

#[test]
fn results() {
    let main = |kind: u32, points: u32| format!("\\[GAMEINFOMAIN=GRLT:{kind},ZIPSU:{points}\\]");
    for (kind, points, result) in [
        (0, 35, "B+3.5"),
        (1, 110, "W+11"),
        (3, 0, "B+R"),
        (4, 0, "W+R"),
        (7, 0, "B+T"),
        (8, 0, "W+T"),
        (255, 0, ""),
    ] {
        assert_eq!(info(&with(&main(kind, points)), "RE"), result, "{kind}");
    }
    assert_eq!(info(&with("\\[GAMETAG=S1,R3,D0,G65,W3,Z0,T30-3-600\\]"), "RE"), "B+R");
    assert_eq!(info(&with("\\[GAMERESULT=black wins by resignation\\]"), "RE"), "B+R");
    assert_eq!(info(&with("\\[GAMERESULT=흑 불계승\\]"), "RE"), "B+R");
    let odd = with(&format!("\\[GAMERESULT=black 3.5 win\\]\n{}", main(1, 35)));
    assert_eq!(info(&odd, "RE"), "W+3.5");
    assert_eq!(
        notes(&odd),
        "line 3: the result is W+3.5 by its number, but `black 3.5 win` by its words\n"
    );
    let odd = with(&main(99, 0));
    assert_eq!(notes(&odd), "line 3: the result number 99 is unknown\n");
}

#[test]
fn dates_times_and_komi() {
    for date in ["2012年11月22日 下午 6:3", "2012-11-22-18- 3-17", "2012:11:22", "2012. 11. 22"]
    {
        assert_eq!(info(&with(&format!("\\[GAMEDATE={date}\\]")), "DT"), "2012-11-22", "{date}");
    }
    assert_eq!(info(&with("\\[GAMETAG=S1,C2020:06:14:01:26\\]"), "DT"), "2020-06-14");
    assert_eq!(
        notes(&with("\\[GAMEDATE=yesterday\\]")),
        "line 3: the date `yesterday` is not understood\n"
    );
    let tag = with("\\[GAMETAG=S0,R0,D0,G65,W8,Z0,T30-3-600\\]");
    assert_eq!((info(&tag, "TM"), info(&tag, "OT")), ("600".into(), "3x30 byo-yomi".into()));
    assert_eq!((info(&tag, "KM"), info(&tag, "RE")), ("6.5".into(), "W+T".into()));
    // A value that continues on the next line.
    let long = with("\\[GAMETIME=Time limit 1hour :\n40 second\\]");
    assert_eq!(notes(&long), "line 3: the time `Time limit 1hour : 40 second` is not understood\n");
    assert_eq!(info(&long, "OT"), "Time limit 1hour : 40 second");
    let dum = with("\\[GAMECONDITION=White Dum(5)\\]\n\\[GAMEDUM=5\\]");
    assert_eq!(info(&dum, "GC"), "White Dum(5)");
    assert_eq!(notes(&dum), "line 4: DUM is 5: these points are not counted as komi\n");
}

#[test]
fn ranks_by_level() {
    let level = |level: u32| info(&with(&format!("\\[BUSERINFO=BID:kim,BLV:{level}\\]")), "BR");
    for (number, rank) in
        [(3, "15k"), (8, "10k"), (17, "1k"), (18, "1d"), (20, "3d"), (26, "9d"), (30, "")]
    {
        assert_eq!(level(number), rank);
    }
    assert_eq!(info(&with("\\[WUSERINFO=WID:lee,WLV:19\\]"), "PW"), "lee");
    assert_eq!(info(&with("\\[GAMEWHITENAME=lee (the best)\\]"), "PW"), "lee (the best)");
}

#[test]
fn charsets() {
    // Korean without a label; Chinese by the client that wrote it.
    let korean = b"\\HS\n\\[GAMEBLACKNAME=\xc0\xcc\xc3\xa2\xc8\xa3 (9\xb4\xdc)\\]\n\\[GAMENAME=\xc0\xcf\xb9\xdd\xb4\xeb\xb1\xb9\\]\n\\HE\n";
    let read = load(korean, Server::Gib);
    assert_eq!((info(&read, "PB"), info(&read, "BR")), ("이창호".into(), "9d".into()));
    assert_eq!((read.charset.name(), info(&read, "EV")), ("EUC-KR", "일반대국".into()));
    let chinese =
        b"\\HS\n\\[GIBOKIND=China\\]\n\\[GAMEWHITENAME=\xb9\xc5\xc1\xa6(9\xb6\xce)\\]\n\\HE\n";
    let read = load(chinese, Server::Gib);
    assert_eq!((info(&read, "PW"), info(&read, "WR")), ("古力".into(), "9d".into()));
    // With a byte order mark, and as UTF-16.
    let utf8 = "\u{feff}\\HS\n\\[GAMEBLACKNAME=이창호\\]\n\\HE\n";
    assert_eq!(info(&load(utf8, Server::Gib), "PB"), "이창호");
    let wide: Vec<u8> = utf8.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(info(&load(wide, Server::Gib), "PB"), "이창호");
}

#[test]
fn broken_lines_are_skipped() {
    let read = load(
        "\\GS\n2 1 0\n9 0 &4\nINI 0 1 10 &4\nSTO 0 2 1 3 3\nSTO 0 3 3 4 4\nSTO 0 4 2 19 0\nSTO 0 9\nfoo\nSTO 0 7 2 4 4\n\\GE\n",
        Server::Gib,
    );
    assert_eq!(moves(&read), "Bdd Wee");
    assert_eq!(
        notes(&read),
        "line 3: 9 lines are announced, but there are 6\n\
         line 4: no handicap stones are placed: a 19x19 board takes 2 to 9 fixed handicap stones, not 10\n\
         line 6: the colour 3 is unknown; the move is skipped\n\
         line 7: 19 0 is not on the board; the move is skipped\n\
         line 8: `STO 0 9` is not a move, and skipped\n\
         line 9: `foo` is not understood, and skipped\n\
         line 10: number 7 comes after 4\n"
    );
    assert_eq!(read.left_out, ["4 lines are skipped and lost"]);
}

#[test]
fn several_games_in_a_file() {
    let two = GAME.repeat(2);
    assert_eq!(load(&two, Server::Gib).file.games().len(), 2);
    assert_eq!(load(two, Server::Gib).notes, []);
}

#[test]
fn line_ends_do_not_matter() {
    let plain = sgf(&load(GAME, Server::Gib));
    for end in ["\r\n", "\r"] {
        assert_eq!(sgf(&load(GAME.replace('\n', end), Server::Gib)), plain);
    }
    // Nor what comes before and after.
    assert_eq!(sgf(&load(format!("\n\n{GAME}\n\n"), Server::Gib)), plain);
}

#[test]
fn no_game() {
    for text in ["", "\\HS\n\\HE\n", "\\GS\n\\GE\n", "Dear Sir", "\\[x=y\\]"] {
        let error = read(text.as_bytes(), Server::Gib).map(|_| ()).expect_err(text);
        assert!(error.to_string().starts_with("there is no game in it: a GIB file"), "{error}");
    }
}
