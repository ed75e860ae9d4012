//! Output of hoshi for other programs to read: with `HOSHI_JUDGED` naming a folder, random games, random
//! edits, the cases in `testdata/sgf` and the outside records are written into it, with a list of what
//! is in them. `cargo xtask test judges` has sgfmill and `@sabaki/sgf` read them all. Without the
//! variable the same files are produced, and read only by hoshi.

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use common::{Random, cases, data, edits, game, records};
use hoshi_core::Size;
use hoshi_record::charset::{Charset, Lexing};
use hoshi_record::sgf::{Collection, GameTree, NodeRef};

/// Other programs overflow the stack with deeper trees or longer values.
const DEEPEST: usize = 500;
const LONGEST: usize = 50_000;

/// The folder, and the list of what is in it.
struct Judged {
    folder: Option<PathBuf>,
    list: String,
    files: usize,
    left_out: usize,
}

impl Judged {
    /// Writes a record unchanged, if its label is right and its brackets are ASCII bytes, and as UTF-8.
    fn add(&mut self, file: &Collection) {
        if !file.games().all(is_common) {
            self.left_out += 1;
            return;
        }
        if file.games().all(is_plain) && !file.form().is_wide() {
            self.write(file, false);
        }
        let mut utf8 = file.clone();
        utf8.to_utf8();
        self.write(&utf8, true);
    }

    fn write(&mut self, file: &Collection, texts: bool) {
        let name = format!("{}.sgf", self.files);
        self.files += 1;
        let bytes = file.to_bytes();
        let _ = writeln!(self.list, "file {name}");
        for game in file.games() {
            let _ = writeln!(self.list, "game {}", game.nodes().count());
            // Other programs merge properties of one name, so all values of a name are compared.
            let values = |node: NodeRef<'_>, key: &str| -> Vec<String> {
                let named = node.properties().filter(|property| property.is(key));
                named
                    .flat_map(|property| property.values().map(|value| value.text().into_owned()))
                    .collect()
            };
            for node in game.nodes() {
                for key in ["B", "W", "AB", "SZ"] {
                    for value in values(node, key) {
                        let _ = writeln!(self.list, "value {key} {}", hex(&value));
                    }
                }
                for key in ["C", "PB", "PW"].into_iter().filter(|_| texts) {
                    for text in values(node, key) {
                        let _ = writeln!(self.list, "text {key} {}", hex(&text));
                    }
                }
            }
        }
        match &self.folder {
            Some(folder) => fs::write(folder.join(name), bytes).expect("a folder to write into"),
            None => {
                let again = Collection::read(bytes).expect("a game");
                assert_eq!((again.node_count(), again.faults()), (file.node_count(), &[][..]));
            }
        }
    }
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether other programs can be expected to know the charset of a game, which they read with one label
/// for the whole file, without checking it.
fn is_plain(game: GameTree<'_>) -> bool {
    let is_whole = |node: NodeRef<'_>| {
        let mut values = node.properties().flat_map(|property| property.values());
        values.all(|value| !value.text().contains(char::REPLACEMENT_CHARACTER))
    };
    let label = game.root().get("CA").map(|property| Charset::for_label(property.value().raw()));
    game.lexing() == Lexing::Plain
        && label.unwrap_or(Some(Charset::UTF_8)) == Some(game.charset())
        && game.nodes().all(is_whole)
}

/// Whether other programs can be expected to read a game: names as FF[4] has them, nothing too deep or
/// too long, no NUL.
fn is_common(game: GameTree<'_>) -> bool {
    let (mut deep, mut last) = (0, None);
    game.nodes().all(|node| {
        // A node that follows another than the one before it begins a variation.
        deep += usize::from(node.parent().map(NodeRef::id) != last);
        last = Some(node.id());
        deep < DEEPEST
            && node.properties().all(|property| {
                let is_short = property.values().all(|value| value.raw().len() < LONGEST);
                is_short && property.name().bytes().all(|byte| byte.is_ascii_uppercase())
            })
            && !node.raw().contains(&0)
    })
}

#[test]
fn what_hoshi_writes() {
    let folder =
        std::env::var_os("HOSHI_JUDGED").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if let Some(folder) = &folder {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).expect("a folder");
    }
    let mut judged = Judged { folder, list: String::new(), files: 0, left_out: 0 };
    let mut random = Random::new(41);
    for round in 0..150 {
        let nodes = random.below(80);
        let mut file = if round % 3 == 0 {
            Collection::new(Size::S19)
        } else {
            Collection::read(game(&mut random, nodes)).expect("a game")
        };
        let steps = random.below(100);
        edits(&mut file, 0, steps, &mut random);
        judged.add(&file);
    }
    for (_, bytes) in cases() {
        judged.add(&Collection::read(bytes).expect("a game"));
    }
    for name in ["sgf/common", "sgf/torture"] {
        let Some(folder) = data(name) else { continue };
        for (_, bytes) in records(&folder) {
            if let Ok(file) = Collection::read(bytes) {
                judged.add(&file);
            }
        }
    }
    println!(
        "counted: {} files written for others to read, {} left out that others cannot",
        judged.files, judged.left_out
    );
    if let Some(folder) = &judged.folder {
        fs::write(folder.join("list.txt"), &judged.list).expect("a folder to write into");
    }
}
