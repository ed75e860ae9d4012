//! A file as plain lists: every node in the order of the file, with its parent's number and its
//! properties. Two files are equal if their lists are. No recursion, as files can be deep.

use std::collections::HashMap;

use hoshi_record::charset::Lexing;
use hoshi_record::sgf::{Collection, Flow, NodeId, Trouble, Visitor, scan_as};

/// A property: its name as written, its values raw.
pub(crate) type Plain = (String, Vec<Vec<u8>>);

/// A node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flat {
    pub(crate) parent: Option<usize>,
    pub(crate) properties: Vec<Plain>,
}

/// The games of a file.
pub(crate) fn flat(file: &Collection) -> Vec<Vec<Flat>> {
    file.games()
        .map(|game| {
            let mut numbers: HashMap<NodeId, usize> = HashMap::new();
            let mut nodes = Vec::new();
            for node in game.nodes() {
                numbers.insert(node.id(), nodes.len());
                let parent = node.parent().map(|parent| numbers[&parent.id()]);
                let properties = node
                    .properties()
                    .map(|property| {
                        let values = property.values().map(|value| value.raw().to_vec());
                        (property.name().to_owned(), values.collect())
                    })
                    .collect();
                nodes.push(Flat { parent, properties });
            }
            nodes
        })
        .collect()
}

/// A node as the push parser reports it: it does not distinguish a further value of a property from
/// a repeated property.
pub(crate) type Pairs = (Option<usize>, Vec<(String, Vec<u8>)>);

/// The pairs of a list of properties.
pub(crate) fn pairs(games: &[Vec<Flat>]) -> Vec<Vec<Pairs>> {
    let of = |node: &Flat| {
        let pairs = node.properties.iter().flat_map(|(name, values)| {
            values.iter().map(move |value| (name.clone(), value.clone()))
        });
        (node.parent, pairs.collect())
    };
    games.iter().map(|game| game.iter().map(of).collect()).collect()
}

/// The nodes that the push parser reports for a text, and its faults.
pub(crate) fn push(
    text: &[u8],
    lexing: impl FnMut(usize) -> Lexing,
) -> (Vec<Vec<Pairs>>, Vec<(Trouble, usize)>) {
    let mut lists = Lists::default();
    scan_as(text, lexing, &mut lists);
    assert!(lists.node.is_none(), "the last node has no end");
    (lists.games, lists.troubles)
}

#[derive(Default)]
struct Lists {
    games: Vec<Vec<Pairs>>,
    troubles: Vec<(Trouble, usize)>,
    /// The parent of the next node, and the parents of the open variations.
    tip: Option<usize>,
    open: Vec<Option<usize>>,
    /// The offset of the open node.
    node: Option<usize>,
    /// The earlier node that the open rest belongs to.
    more_of: Option<usize>,
    /// The number of variations since the last node, for each open bracket.
    variations: Vec<usize>,
}

impl<'t> Visitor<'t> for Lists {
    fn game(&mut self, _offset: usize) -> Flow {
        self.games.push(Vec::new());
        self.open.clear();
        self.variations = vec![0];
        self.tip = None;
        Flow::Go
    }

    fn variation(&mut self, nth: usize) -> Flow {
        let count = self.variations.last_mut().expect("a game");
        assert_eq!(nth, *count, "the number of a variation");
        *count += 1;
        self.variations.push(0);
        self.open.push(self.tip);
        Flow::Go
    }

    fn end_variation(&mut self) {
        self.tip = self.open.pop().expect("a variation that began");
        self.variations.pop();
    }

    fn node(&mut self, offset: usize) -> Flow {
        assert!(self.node.replace(offset).is_none(), "a node inside another");
        let game = self.games.last_mut().expect("a game before its node");
        game.push((self.tip, Vec::new()));
        self.tip = Some(game.len() - 1);
        *self.variations.last_mut().expect("a game") = 0;
        Flow::Go
    }

    fn end_node(&mut self, offset: usize, _tidy: bool) {
        let start = self.node.take().expect("a node that began");
        assert!(start <= offset);
    }

    fn value(&mut self, name: &'t [u8], value: &'t [u8]) {
        let game = self.games.last_mut().expect("a game");
        let last = game.len().checked_sub(1).expect("a node");
        let (_, pairs) = &mut game[self.more_of.unwrap_or(last)];
        pairs.push((String::from_utf8_lossy(name).into_owned(), value.to_vec()));
    }

    fn rest(&mut self, _offset: usize) {
        assert!(self.node.is_none(), "more of a node inside another");
        self.more_of = self.tip;
    }

    fn end_rest(&mut self, _offset: usize) {
        self.more_of = None;
    }

    fn reopen(&mut self) {
        self.variations = vec![0];
    }

    fn trouble(&mut self, trouble: Trouble, offset: usize) {
        self.troubles.push((trouble, offset));
    }
}

/// A game on one line, with raw values, for messages. Small trees only.
pub(crate) fn show(game: &[Flat]) -> String {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); game.len()];
    for (number, node) in game.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(number);
        }
    }
    let mut out = String::from("(");
    write(game, &children, 0, &mut out);
    out.push(')');
    out
}

fn write(game: &[Flat], children: &[Vec<usize>], node: usize, out: &mut String) {
    out.push(';');
    for (name, values) in &game[node].properties {
        out.push_str(name);
        for value in values {
            out.push_str(&format!("[{}]", braced(value)));
        }
    }
    for &child in &children[node] {
        if children[node].len() == 1 {
            write(game, children, child, out);
        } else {
            out.push('(');
            write(game, children, child, out);
            out.push(')');
        }
    }
}

/// Bytes as text: what is not printable ASCII as `{hex}`, line ends by name.
pub(crate) fn braced(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut hex: Vec<String> = Vec::new();
    for &byte in bytes {
        match byte {
            b'\n' => hex.push("LF".into()),
            b'\r' => hex.push("CR".into()),
            b' '..=b'~' => {
                if !hex.is_empty() {
                    out.push_str(&format!("{{{}}}", hex.join(" ")));
                    hex.clear();
                }
                out.push(char::from(byte));
            }
            _ => hex.push(format!("{byte:02x}")),
        }
    }
    if !hex.is_empty() {
        out.push_str(&format!("{{{}}}", hex.join(" ")));
    }
    out
}
