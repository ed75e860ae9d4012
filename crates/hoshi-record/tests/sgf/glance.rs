//! The quick summary of a file agrees with its tree, or leaves the file to the tree. On random files,
//! broken ones, and the outside data if present.

use crate::common::{Random, data, game, garbage, mutated, records, tree};
use hoshi_core::Size;
use hoshi_record::glance::Glance;
use hoshi_record::sgf::Collection;

/// Returns whether the quick summary was enough.
fn check(bytes: &[u8]) -> bool {
    let Some(quick) = Glance::quick(bytes) else { return false };
    let file = Collection::read(bytes).expect("a game was found");
    let slow = Glance::of(file.game(0).expect("a game"));
    assert_eq!(quick, slow, "{}", String::from_utf8_lossy(bytes));
    true
}

#[test]
fn random_files() {
    let mut random = Random::new(1);
    for round in 0..20_000 {
        check(&garbage(&mut random, round % 4 == 0));
    }
    let mut quick = 0;
    for _ in 0..300 {
        let nodes = 1 + random.below(60);
        for original in [game(&mut random, nodes), tree(&mut random, nodes)] {
            quick += usize::from(check(&original));
            for _ in 0..20 {
                check(&mutated(&mut random, &original));
            }
        }
    }
    assert!(quick > 300, "only {quick} files in order");
}

/// Game information in any order, late, duplicated, empty, under long names.
#[test]
fn odd_heads() {
    let mut random = Random::new(2);
    let words = [
        ";",
        ";",
        "SZ[9]",
        "SZ[3]",
        "SZ[]",
        "SZ[5:7]",
        "PB[Ann]",
        "PB[]",
        "PW[ b\\]\\\nb ]",
        "PW[x][y]",
        "PlayerBlack[old]",
        "DT[2026-01-02]",
        "RE[?]",
        "RE[]",
        "RE[B+R]",
        "REsult[W+]",
        "B[aa]",
        "B[]",
        "W[tt]",
        "W[zz]",
        "Black[ee]",
        "b[ff]",
        "B[aa][bb]",
        "(;B[aa])",
        "(;W[bb]",
        "(;PB[beside])",
        "C[x]",
        ")",
        "AB[aa][bb]",
        "CA[GB2312]",
        "(;",
        "pw[small]",
    ];
    let mut quick = 0;
    for _ in 0..50_000 {
        let mut text = String::from("(;");
        for _ in 0..random.below(12) {
            text += random.pick(&words);
        }
        text += random.pick(&[")", "))", ")))", "", ")(;SZ[7]PB[another])"]);
        quick += usize::from(check(text.as_bytes()));
    }
    assert!(quick > 10_000, "only {quick} files in order");
}

/// Game information is looked up in the first 32 nodes, in the quick summary as in the tree.
#[test]
fn late_heads() {
    for nodes in 29..36 {
        let empty = ";C[x]".repeat(nodes - 1);
        let text = format!("(;{empty};SZ[9]PB[Ann]RD[2021-01-20];B[ss])");
        assert!(check(text.as_bytes()), "{nodes}");
        let glance = Glance::quick(text.as_bytes()).expect("in order");
        let found = (glance.size, &*glance.black, &*glance.date, glance.moves);
        if nodes < 32 {
            assert_eq!(found, (Size::S9, "Ann", "2021-01-20", 0));
        } else {
            assert_eq!(found, (Size::S19, "", "", 1));
        }
    }
}

/// Long runs of moves with everything that may interrupt them.
#[test]
fn odd_runs() {
    let mut random = Random::new(3);
    let words = [
        ";B[aa]",
        ";W[bb]",
        ";B[ii]",
        "\n;W[cc]",
        "\r\n;B[dd]",
        ";B[jj]",
        ";W[zz]",
        ";W[AA]",
        ";B[]",
        ";W[tt]",
        ";B[ a]",
        ";B[a ]",
        ";B[aa]C[x]",
        ";",
        ";b[aa]",
        ";B[aa][bb]",
        ";B[a",
        ";W[aa] ",
        ";X[aa]",
        "(;W[aa]",
    ];
    for _ in 0..20_000 {
        let mut text = random.pick(&["(;SZ[9]", "(;", "(;SZ[30]", "(;SZ[5:9]B[aa]"]).to_string();
        for _ in 0..random.below(30) {
            // Plain moves are the most frequent.
            let among = if random.one_in(4) { words.len() } else { 3 };
            text += words[random.below(among)];
        }
        text += random.pick(&[")", "))", ""]);
        check(text.as_bytes());
    }
    let text = format!("(;SZ[9]{}", ";B[aa];W[bb]\n;B[cc]".repeat(50));
    assert_eq!(Glance::quick(format!("{text})").as_bytes()).unwrap().moves, 150);
    assert_eq!(Glance::quick(text.as_bytes()), None);
}

#[test]
fn charsets_are_read() {
    let bytes = b"(;CA[Shift_JIS]PB[\x96\x7b\x88\xf6\x96\x56]SZ[9:7];B[aa])";
    let glance = Glance::quick(bytes).unwrap();
    assert_eq!((glance.black.as_str(), glance.size), ("本因坊", Size::new(9, 7).unwrap()));
}

#[test]
fn outside_data() {
    let Some(folder) = data("sgf") else { return };
    let files = records(&folder);
    let quick = files.iter().filter(|(_, bytes)| check(bytes)).count();
    println!("counted: {} files looked at, {quick} of them without a tree", files.len());
    assert!(quick * 2 > files.len());
}
