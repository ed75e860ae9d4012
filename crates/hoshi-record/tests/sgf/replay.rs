//! Replay: moves and setups are played, illegal ones are listed; a walk over a tree gives every
//! line the same game as its own replay; long and deep files work.

use crate::common::{Random, game, point};
use hoshi_core::{Color, Game, Move, Preset, Refusal, Rules, Size};
use hoshi_record::replay::{Problem, Remark, Terms, diagram, replay, replay_strict, walk};
use hoshi_record::sgf::Collection;

/// The end of the main line.
fn end(text: &str) -> (Game, Vec<Remark>) {
    let file = Collection::read(text).expect("a game");
    let game = file.game(0).expect("a game");
    let last = game.main_line().last().expect("a root");
    let replay = replay(last, &Terms::of(game));
    let strict = replay_strict(last, &Terms::of(game));
    match strict {
        Ok(game) => {
            assert!(replay.remarks.is_empty(), "{text}");
            assert!(same(&game, &replay.game), "{text}");
        }
        Err(remark) => assert_eq!(*remark, replay.remarks[0], "{text}"),
    }
    (replay.game, replay.remarks)
}

fn same(one: &Game, other: &Game) -> bool {
    one.board() == other.board()
        && one.turn() == other.turn()
        && one.phase() == other.phase()
        && one.moves().eq(other.moves())
        && (one.komi(), one.handicap()) == (other.komi(), other.handicap())
        && one.undoable() == other.undoable()
}

/// The board, a row a line, without spaces.
fn rows(game: &Game) -> Vec<String> {
    let size = game.size();
    let stone = |x, y| match game.board().stone(size.point(x, y).expect("a point")) {
        None => '.',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    };
    (0..size.height()).map(|y| (0..size.width()).map(|x| stone(x, y)).collect()).collect()
}

fn stone(game: &Game, name: &str) -> Option<Color> {
    game.board().stone(game.size().parse_sgf(name).expect("a point"))
}

fn problems(remarks: &[Remark]) -> Vec<String> {
    remarks.iter().map(|remark| remark.problem.to_string()).collect()
}

#[test]
fn captures() {
    let (game, remarks) = end("(;SZ[9];B[aa];W[ba];B[ca];W[ee];B[bb])");
    assert_eq!((stone(&game, "ba"), game.board().captures(Color::Black)), (None, 1));
    assert!(remarks.is_empty());
    let (game, _) = end("(;SZ[9];B[ca];W[aa];B[ab];W[ba];B[bb];W[ee])");
    assert_eq!((stone(&game, "aa"), stone(&game, "ba")), (None, None));
    assert_eq!(game.board().captures(Color::Black), 2);
}

#[test]
fn ko() {
    let start = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]";
    let (game, remarks) = end(&format!("{start})"));
    assert_eq!(rows(&game), [".XO..", "XO.O.", ".XO..", ".....", "....."]);
    assert!(remarks.is_empty());
    let (game, remarks) = end(&format!("{start};B[cb])"));
    assert_eq!(remarks.len(), 1);
    let Problem::Illegal { number: 9, color: Color::Black, refusal: Refusal::Ko, .. } =
        remarks[0].problem
    else {
        panic!("{remarks:?}");
    };
    // It is played all the same, and captures.
    assert_eq!(rows(&game)[1], "X.XO.");
    assert!(end(&format!("{start};B[ee];W[ea];B[cb])")).1.is_empty());
    // KO marks it as intended.
    assert!(end(&format!("{start};B[cb]KO[])")).1.is_empty());
    // A pass lifts it.
    assert!(end(&format!("{start};B[];W[];B[cb])")).1.is_empty());
}

#[test]
fn two_kos() {
    let setup = "AB[ba][ab][bc][cb][cf][dg][ch]AW[ca][db][cc][bf][ag][bh][cg]PL[W]";
    let (_, remarks) = end(&format!("(;SZ[9]{setup};W[bb];B[bg];W[cg])"));
    assert_eq!(problems(&remarks).len(), 1);
    assert!(matches!(remarks[0].problem, Problem::Illegal { number: 3, refusal: Refusal::Ko, .. }));
}

#[test]
fn superko_is_the_rules_business() {
    let moves = ";B[ah];W[bi];B[bh];W[ch];B[bg];W[di];B[ag];W[ai];B[ci];W[bi]";
    for (rules, count) in [("Tromp-Taylor", 1), ("AGA", 0), ("Japanese", 0)] {
        let (_, remarks) = end(&format!("(;SZ[9]RU[{rules}]{moves})"));
        assert_eq!(remarks.len(), count, "{rules}: {remarks:?}");
    }
}

#[test]
fn illegal_moves_are_made_and_listed() {
    let (game, remarks) = end("(;SZ[3];B[aa];W[aa];B[xx];W[bb];B[cc];W[cc])");
    assert_eq!(rows(&game), ["O..", ".O.", "..O"]);
    assert_eq!(
        problems(&remarks),
        [
            "move 2, White A3, is illegal: the point is occupied",
            "B[xx] is not a point on a 3x3 board",
            "move 5, White C1, is illegal: the point is occupied",
        ]
    );
    assert_eq!(game.move_count(), 5);
}

#[test]
fn suicide_is_made_and_listed() {
    let (game, remarks) = end("(;SZ[3];B[ba];W[cc];B[ab];W[aa])");
    assert_eq!(rows(&game), [".X.", "X..", "..O"]);
    assert!(matches!(remarks[0].problem, Problem::Illegal { refusal: Refusal::Suicide, .. }));
}

#[test]
fn an_illegal_move_after_two_passes_is_listed_too() {
    let (game, remarks) = end("(;SZ[3];B[aa];W[];B[];W[bb];B[bb])");
    assert_eq!((game.move_count(), problems(&remarks).len()), (5, 1));
    let (_, remarks) = end("(;SZ[3];B[aa];W[];B[];W[aa])");
    assert_eq!(problems(&remarks), ["move 4, White A3, is illegal: the point is occupied"]);
}

#[test]
fn two_of_one_colour_in_a_row_are_fine() {
    let (game, remarks) = end("(;SZ[9];B[aa];B[bb];W[cc];W[dd])");
    assert_eq!((game.move_count(), remarks.len(), game.turn()), (4, 0, Color::Black));
}

#[test]
fn moves_and_setup_in_one_node() {
    let (game, remarks) = end("(;SZ[3]AB[aa]AW[bb]B[cc];W[ca]B[ac])");
    assert_eq!(rows(&game), ["X.O", ".O.", "X.X"]);
    assert_eq!((game.move_count(), remarks.len()), (3, 0));
}

#[test]
fn setup_in_the_middle() {
    let (game, remarks) = end("(;SZ[5];B[aa];W[bb];AB[cc][dd]AE[bb]AW[ee];W[ca])");
    assert_eq!(rows(&game), ["X.O..", ".....", "..X..", "...X.", "....O"]);
    assert_eq!((game.move_count(), remarks.len()), (3, 0));
    // A setup lifts the ko.
    let ko = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]";
    assert!(end(&format!("{ko};AB[ee];B[cb])")).1.is_empty());
    // PL alone does not.
    assert_eq!(end(&format!("{ko};PL[B];B[cb])")).1.len(), 1);
}

#[test]
fn a_setup_that_is_no_position_is_left_as_it_is() {
    let (game, remarks) = end("(;SZ[2]AB[aa][ba]AW[ab][bb])");
    assert_eq!(rows(&game), ["XX", "OO"]);
    assert!(matches!(remarks[0].problem, Problem::Setup(_)));
    let (_, remarks) = end("(;SZ[2]AB[aa][zz])");
    assert_eq!(problems(&remarks), ["AB[zz] is not a point on a 2x2 board"]);
}

#[test]
fn who_is_to_move() {
    let turn = |text: &str| end(text).0.turn();
    use Color::{Black, White};
    assert_eq!(turn("(;SZ[9])"), Black);
    // PL above all.
    assert_eq!(turn("(;SZ[9]PL[W])"), White);
    assert_eq!(turn("(;SZ[9]HA[2]AB[cc][gg]PL[B])"), Black);
    // Then the first move; seen from the root alone.
    let first = |text: &str| {
        let file = Collection::read(text).expect("a game");
        let game = file.game(0).expect("a game");
        replay(game.root(), &Terms::of(game)).game.turn()
    };
    assert_eq!(first("(;SZ[9];W[aa])"), White);
    assert_eq!(first("(;SZ[9]HA[2]AB[cc][gg];B[aa])"), Black);
    assert_eq!(first("(;SZ[9]PL[B];W[aa])"), Black);
    assert_eq!(first("(;SZ[9];C[hm];;W[])"), White);
    // Then a handicap, also without its stones, but not of one.
    assert_eq!(turn("(;SZ[9]HA[2])"), White);
    assert_eq!(turn("(;SZ[9]HA[1])"), Black);
    assert_eq!(turn("(;SZ[9]HA[0])"), Black);
    assert_eq!(turn("(;SZ[9]HA[3]AB[cc][gg])"), White);
    // Then only black stones.
    assert_eq!(turn("(;SZ[9]AB[cc])"), White);
    assert_eq!(turn("(;SZ[9]AB[cc]AW[dd])"), Black);
    assert_eq!(turn("(;SZ[9]AW[dd])"), Black);
}

#[test]
fn terms() {
    let of = |text: &str| {
        let file = Collection::read(text).expect("a game");
        Terms::of(file.game(0).expect("a game"))
    };
    let terms = of("(;SZ[9:7]RU[AGA]HA[4]KM[0.5])");
    assert_eq!((terms.size, terms.handicap), (Size::new(9, 7).expect("sides"), 4));
    assert_eq!(
        (terms.rules.clone(), terms.komi.to_string()),
        (Rules::of(Preset::Aga), "0.5".into())
    );
    let terms = of("(;)");
    assert_eq!(
        (terms.size, terms.handicap, terms.rules),
        (Size::S19, 0, Rules::of(Preset::Simple))
    );
    assert_eq!(of("(;RU[Japanese])").komi.to_string(), "6.5");
}

/// Every assumption in the terms is reported, and nothing else.
#[test]
fn terms_tell_what_they_assume() {
    let notes_of = |text: &str, under: Option<&str>| {
        let file = Collection::read(text).expect("a game");
        let game = file.game(0).expect("a game");
        let terms = match under {
            Some(rules) => Terms::under(game, rules.parse().expect("rules")),
            None => Terms::of(game),
        };
        (terms.komi.to_string(), terms.notes(game))
    };
    let quarter = "KM: `3.75` is not a komi: a quarter of a point exists only as zi, which these rules \
                   don't count; komi 6.5 is assumed";
    let cases: &[(&str, Option<&str>, &str, &[&str])] = &[
        ("(;KM[6.5]RU[Japanese])", None, "6.5", &[]),
        ("(;KM[6.50]RU[jp])", None, "6.5", &[]),
        ("(;KM[3.75]RU[Japanese])", None, "6.5", &[quarter]),
        ("(;KM[3.75]RU[Korean])", None, "6.5", &[quarter]),
        ("(;KM[3.75]RU[Chinese])", None, "7.5", &["KM: 3.75 zi are 7.5 points"]),
        ("(;KM[3.75]RU[AGA])", None, "7.5", &["KM: 3.75 zi are 7.5 points"]),
        ("(;KM[3.75])", None, "7.5", &["KM: 3.75 zi are 7.5 points"]),
        // RU decides the meaning; other rules help where that makes no sense.
        ("(;KM[3.75]RU[Japanese])", Some("chinese"), "7.5", &["KM: 3.75 zi are 7.5 points"]),
        ("(;KM[3.75]RU[Chinese])", Some("japanese"), "7.5", &["KM: 3.75 zi are 7.5 points"]),
        ("(;KM[350])", None, "3.5", &["KM: 350 is hundredths of a point (3.5 points)"]),
        (
            "(;KM[350]RU[Chinese])",
            Some("japanese"),
            "7",
            &["KM: 350 is 3.5 zi, which are 7 points"],
        ),
        ("(;RU[Japanese])", None, "6.5", &["KM is missing: komi 6.5 is assumed"]),
        ("(;RU[Japanese]HA[2])", None, "0", &[]),
        ("(;)", None, "0", &[]),
        (
            "(;RU[Mars]KM[7])",
            None,
            "7",
            &[
                "RU: `Mars` is not a ruleset that hoshi knows: write Japanese, Chinese, Korean, AGA, NZ, GOE or \
               Tromp-Taylor; the rules `simple` are assumed",
            ],
        ),
        (
            "(;HA[many]KM[0])",
            None,
            "0",
            &[
                "HA: `many` is not a handicap: write the number of stones, 2 to 2704; handicap 0 is assumed",
            ],
        ),
    ];
    for (text, under, komi, notes) in cases {
        let wanted = ((*komi).to_owned(), notes.iter().map(|&note| note.to_owned()).collect());
        assert_eq!(notes_of(text, *under), wanted, "{text} under {under:?}");
    }
}

#[test]
fn a_picture_has_the_marks_of_its_node() {
    let file = Collection::read("(;SZ[3];B[bb];W[aa]TR[bb]LB[cc:x]CR[ab])").expect("a game");
    let game = file.game(0).expect("a game");
    let picture = diagram(game.main_line().last().expect("a node"), &Terms::of(game));
    assert_eq!(
        format!("{picture:#}"),
        "O . .\n. X .\n. . .\nlast A3\ncircle A2\ntriangle B2\nlabel C1 x\n"
    );
}

/// Adds setups of all kinds to the game of a random tree.
fn with_setup(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut out = String::new();
    for (number, part) in text.split(";B[").enumerate() {
        if number > 0 {
            match random.below(8) {
                0 => out.push_str(&format!(";AB[{}]B[", point(random, 9))),
                1 => out.push_str(&format!(";AW[{}:{}];B[", point(random, 9), point(random, 9))),
                2 => out.push_str(";PL[W];B["),
                3 => out.push_str(&format!(";AE[{}]KO[]B[", point(random, 9))),
                _ => out.push_str(";B["),
            }
        }
        out.push_str(part);
    }
    out.into_bytes()
}

#[test]
fn a_walk_gives_every_node_the_game_of_its_own_replay() {
    let mut random = Random::new(31);
    let mut count = 0;
    for round in 0..250 {
        let nodes = 5 + random.below(60);
        let mut bytes = game(&mut random, nodes);
        if round % 2 == 0 {
            bytes = with_setup(&mut random, &bytes);
        }
        let file = Collection::read(bytes).expect("a game");
        let tree = file.game(0).expect("a game");
        let rules = [Preset::Simple, Preset::TrompTaylor, Preset::Japanese][round % 3];
        let terms = Terms::under(tree, Rules::of(rules));
        let mut visited = Vec::new();
        walk(tree, &terms, |node, game, remarks| {
            let alone = replay(node, &terms);
            assert!(same(game, &alone.game), "at {:?} of {tree:?}", node.path());
            let own: Vec<_> =
                alone.remarks.iter().filter(|remark| remark.node == node.id()).collect();
            assert!(own.iter().copied().eq(remarks), "{own:?} {remarks:?}");
            visited.push(node.id());
        });
        assert!(tree.nodes().map(hoshi_record::sgf::NodeRef::id).eq(visited.iter().copied()));
        count += visited.len();
    }
    println!("counted: {count} nodes walked over and replayed alone");
}

/// A replay agrees with playing the same moves in the core.
#[test]
fn a_replay_is_the_same_game_that_is_played() {
    let mut random = Random::new(32);
    for _ in 0..100 {
        let size = Size::S9;
        let mut game = Game::new(size, Rules::of(Preset::Simple));
        let mut text = String::from("(;SZ[9]KM[0]");
        for _ in 0..random.below(150) {
            let color = game.turn();
            let legal: Vec<_> = game.legal_points(color).collect();
            let mv = if legal.is_empty() || random.one_in(40) {
                Move::Pass
            } else {
                Move::Play(legal[random.below(legal.len())])
            };
            if game.play(mv).is_err() {
                break;
            }
            let name = mv.point().and_then(|point| size.sgf(point)).unwrap_or_default();
            text.push_str(&format!(";{}[{name}]", color.letter()));
        }
        text.push(')');
        let (replayed, remarks) = end(&text);
        assert!(remarks.is_empty() && replayed.board() == game.board(), "{text}");
        assert!(replayed.moves().eq(game.moves()));
    }
}

#[test]
fn a_line_of_200_000_moves() {
    let mut text = String::from("(;SZ[19]");
    let mut random = Random::new(33);
    for number in 0..200_000 {
        let color = if number % 2 == 0 { 'B' } else { 'W' };
        text.push_str(&format!(";{color}[{}]", point(&mut random, 19)));
    }
    text.push(')');
    let file = Collection::read(text).expect("a game");
    assert_eq!((file.node_count(), file.faults().len()), (200_001, 0));
    let tree = file.game(0).expect("a game");
    let (mut nodes, mut moves) = (0, 0);
    walk(tree, &Terms::of(tree), |_, game, _| {
        nodes += 1;
        moves = game.move_count();
    });
    assert_eq!((nodes, moves), (200_001, 200_000));
    let last = tree.main_line().last().expect("a node");
    assert_eq!(replay(last, &Terms::of(tree)).game.move_count(), 200_000);
}

#[test]
fn a_hundred_thousand_levels() {
    let mut text = String::from("(;SZ[9]");
    for number in 0..100_000 {
        text.push_str(if number % 2 == 0 { "(;B[aa]" } else { "(;W[bb]" });
    }
    text.push_str(&")".repeat(100_001));
    let file = Collection::read(text).expect("a game");
    assert_eq!((file.node_count(), file.faults().len()), (100_001, 0));
    let tree = file.game(0).expect("a game");
    let mut nodes = 0;
    walk(tree, &Terms::of(tree), |_, _, _| nodes += 1);
    assert_eq!(nodes, 100_001);
}

/// Every node sets up a stone, and no move says whose turn it is: no node may search all its
/// descendants, nor keep a board of its own.
#[test]
fn a_line_of_setups() {
    let mut text = String::from("(;SZ[9]");
    for _ in 0..20_000 {
        text.push_str(";AB[aa];AE[aa]");
    }
    text.push(')');
    let file = Collection::read(text).expect("a game");
    let tree = file.game(0).expect("a game");
    let mut nodes = 0;
    walk(tree, &Terms::of(tree), |_, _, _| nodes += 1);
    assert_eq!(nodes, 40_001);
}
