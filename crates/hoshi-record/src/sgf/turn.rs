//! Transforms games: rotated, mirrored, or with the colours exchanged.

use hoshi_core::{HalfPoints, Outcome, Size, Symmetry};

use super::game::GameTree;
use super::known::{Kind, known};
use super::node::NodeRef;
use super::tree::{Collection, NodeId};
use super::value::{Value, point_value};
use super::write::write_value;
use crate::info;
use crate::replay::{Terms, replay};

/// A value that could not be transformed, and was left unchanged.
///
/// ```
/// use hoshi_core::Symmetry;
/// use hoshi_record::sgf::Collection;
///
/// let mut file = Collection::read("(;SZ[9];B[zz])")?;
/// let left = file.turn(Symmetry::Transpose);
/// assert_eq!((left[0].game, left[0].what.as_str()), (0, "B[zz]"));
/// assert_eq!(file.game(0).unwrap().node(left[0].node).raw(), b"B[zz]");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unturned {
    /// The index of the game, from 0.
    pub game: usize,
    /// Its node.
    pub node: NodeId,
    /// The property and its raw value, for a message.
    pub what: String,
}

impl Collection {
    /// Turns every game by a symmetry of the square: every point of every property, and the sides of
    /// the board. Points mentioned in comments stay.
    ///
    /// ```
    /// use hoshi_core::Symmetry;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;SZ[9:5]LB[ab:x];B[ca])")?;
    /// assert!(file.turn(Symmetry::Transpose).is_empty());
    /// assert_eq!(file.to_bytes(), b"(;SZ[5:9]LB[ba:x];B[ac])\n");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn turn(&mut self, symmetry: Symmetry) -> Vec<Unturned> {
        let mut left = Vec::new();
        for game in 0..self.roots.len() {
            let size = GameTree::of(self, game).size();
            let lexing = GameTree::of(self, game).lexing();
            let ids: Vec<_> = GameTree::of(self, game).nodes().map(NodeRef::id).collect();
            for id in ids {
                let node = GameTree::of(self, game).node(id);
                let mut text = Vec::with_capacity(node.raw().len());
                for property in node.properties() {
                    text.extend_from_slice(property.name().as_bytes());
                    let kind = known(&property.key()).map(|known| known.kind);
                    for value in property.values() {
                        let write = |raw: &[u8], out: &mut Vec<u8>| {
                            write_value(property.name(), raw, lexing, out);
                        };
                        if let Some(turned) = turn_value(value, kind, size, symmetry) {
                            write(&turned, &mut text);
                        } else {
                            left.push(Unturned {
                                game,
                                node: id,
                                what: format!("{}{value:?}", property.name()),
                            });
                            write(value.raw(), &mut text);
                        }
                    }
                }
                if text != node.raw() {
                    self.rewrite(id, &text);
                }
            }
        }
        left
    }

    /// Exchanges the colours of every game: stones, players, territory, clocks, results and komi, and
    /// who is to move. Handicap belongs to Black, so it becomes plain setup. PL is added where no move
    /// shows the side to move, and KM where the rules imply a komi that is not written.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut file = Collection::read("(;PB[Ann]PW[Bob]KM[6.5]RE[B+R];B[aa];W[bb])")?;
    /// file.swap_colors();
    /// let swapped = "(;PW[Ann]PB[Bob]KM[-6.5]RE[W+R];W[aa];B[bb])\n";
    /// assert_eq!(String::from_utf8_lossy(&file.to_bytes()), swapped);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    ///
    /// Returns what could not be exchanged, or no longer applies.
    pub fn swap_colors(&mut self) -> Vec<Unturned> {
        const PAIRS: &[(&str, &str)] = &[
            ("B", "W"),
            ("AB", "AW"),
            ("PB", "PW"),
            ("BR", "WR"),
            ("BT", "WT"),
            ("BL", "WL"),
            ("OB", "OW"),
            ("TB", "TW"),
            ("GB", "GW"),
            ("BS", "WS"),
            ("HOSHIB", "HOSHIW"),
        ];
        let mut left = Vec::new();
        let other = |key: &str| {
            PAIRS.iter().find_map(|&(black, white)| match key {
                _ if key == black => Some(white),
                _ if key == white => Some(black),
                _ => None,
            })
        };
        for game in 0..self.roots.len() {
            let lexing = GameTree::of(self, game).lexing();
            let tree = GameTree::of(self, game);
            let is_empty = !tree.main_line().any(NodeRef::has_move);
            let terms = Terms::of(tree);
            let turn = is_empty.then(|| replay(tree.root(), &terms).game.turn().opponent());
            let komi = tree.info("KM").is_none().then_some(-terms.komi);
            let komi = komi.filter(|komi| *komi != HalfPoints::ZERO);
            let rules = tree.rules().and_then(Result::ok).map(|reading| reading.value);
            let handicap = tree.handicap().and_then(Result::ok).map_or(0, |reading| reading.value);
            let ids: Vec<_> = tree.nodes().map(NodeRef::id).collect();
            for id in ids {
                let node = GameTree::of(self, game).node(id);
                let mut text = Vec::with_capacity(node.raw().len());
                for property in node.properties() {
                    let key = property.key();
                    if key == "HA" {
                        let what = format!("HA{:?}: handicap is Black's", property.value());
                        left.push(Unturned { game, node: id, what });
                        continue;
                    }
                    let name = other(&key).unwrap_or(property.name());
                    text.extend_from_slice(name.as_bytes());
                    for value in property.values() {
                        let swapped = match key.as_str() {
                            "PL" => {
                                value.color().map(|color| color.opponent().letter().to_string())
                            }
                            "RE" => swapped_result(&value),
                            "V" => opposite(&value),
                            "KM" => negated(
                                &value,
                                info::komi::Hints { rules: rules.as_ref(), handicap },
                            ),
                            _ => None,
                        };
                        if swapped.is_none() && matches!(key.as_str(), "RE" | "KM" | "PL" | "V") {
                            let text = value.simple_text();
                            if !is_even(&key, &text) {
                                let what = format!("{key}{value:?}");
                                left.push(Unturned { game, node: id, what });
                            }
                        }
                        let raw = swapped.as_ref().map_or(value.raw(), String::as_bytes);
                        write_value(name, raw, lexing, &mut text);
                    }
                }
                if node.parent().is_none() {
                    if let Some(turn) = turn.filter(|_| node.get("PL").is_none()) {
                        text.extend_from_slice(format!("PL[{}]", turn.letter()).as_bytes());
                    }
                    if let Some(komi) = komi {
                        let komi = info::komi::spelling(komi);
                        text.extend_from_slice(format!("KM[{komi}]").as_bytes());
                    }
                }
                if text != node.raw() {
                    self.rewrite(id, &text);
                }
            }
        }
        left
    }
}

/// Whether a result or a komi is the same for both sides.
fn is_even(key: &str, text: &str) -> bool {
    match key {
        "RE" => info::result::read(text)
            .is_ok_and(|it| it.value.outcome().and_then(Outcome::winner).is_none()),
        _ => text.trim().trim_matches(['0', '.', '+', '-']).is_empty(),
    }
}

/// The value of a node from the other side's view.
fn opposite(value: &Value<'_>) -> Option<String> {
    let text = value.ascii()?;
    match value.thousandths()? {
        0 => None,
        _ => Some(match text.strip_prefix('-') {
            Some(rest) => rest.to_owned(),
            None => format!("-{}", text.trim_start_matches('+')),
        }),
    }
}

/// The same result for the other side; `None` if it cannot be read, or has no side.
fn swapped_result(value: &Value<'_>) -> Option<String> {
    let text = value.simple_text();
    let Outcome::Win { winner, by } = info::result::read(&text).ok()?.value.outcome()? else {
        return None;
    };
    // A result with two standard spellings keeps its own.
    let is_standard = text.parse::<Outcome>().is_ok();
    let swapped = Outcome::Win { winner: winner.opponent(), by };
    match text.get(1..) {
        Some(rest) if is_standard => Some(format!("{}{rest}", winner.opponent().letter())),
        _ => Some(swapped.to_string()),
    }
}

/// Komi for the other side; `None` if it is unreadable or zero.
fn negated(value: &Value<'_>, hints: info::komi::Hints<'_>) -> Option<String> {
    let text = value.simple_text();
    let text = text.trim();
    let komi = info::komi::read(text, hints).ok()?;
    if komi.value == HalfPoints::ZERO {
        return None;
    }
    Some(match text.strip_prefix('-') {
        _ if komi.how.is_interpreted() => info::komi::spelling(-komi.value),
        Some(rest) => rest.to_owned(),
        None => format!("-{}", text.trim_start_matches('+')),
    })
}

/// A transformed value; `None` if it cannot be transformed.
fn turn_value(
    value: Value<'_>,
    kind: Option<Kind>,
    size: Size,
    symmetry: Symmetry,
) -> Option<Vec<u8>> {
    let turned = symmetry.size(size);
    let as_it_is = || Some(value.raw().to_vec());
    let point = |value: Value<'_>| {
        let point = symmetry.apply(size, value.point(size)?);
        Some(point_value(turned, point))
    };
    let written = match kind {
        Some(Kind::Move) => match value.a_move(size) {
            Some(hoshi_core::Move::Play(_)) => point(value),
            Some(_) => return as_it_is(),
            None => None,
        },
        Some(Kind::Points | Kind::PointsOrNone) => match value.composed() {
            None if value.raw().trim_ascii().is_empty() => return as_it_is(),
            None => point(value),
            // Two corners stay corners of the rectangle; its upper left is written first.
            Some((from, to)) => corners(from, to, size, symmetry),
        },
        Some(Kind::Lines) => {
            value.composed().and_then(|(from, to)| Some(format!("{}:{}", point(from)?, point(to)?)))
        }
        Some(Kind::Labels) => match value.composed() {
            Some((at, label)) => {
                let mut raw = format!("{}:", point(at)?).into_bytes();
                raw.extend_from_slice(label.raw());
                return Some(raw);
            }
            None => point(value),
        },
        // Any spelling that was understood will do.
        Some(Kind::Size)
            if turned != size
                && info::size::read_up_to(&value.simple_text(), Size::MAX_SIDE).is_ok() =>
        {
            Some(info::size::spelling(turned))
        }
        _ => return as_it_is(),
    };
    written.map(String::into_bytes)
}

fn corners(from: Value<'_>, to: Value<'_>, size: Size, symmetry: Symmetry) -> Option<String> {
    let turned = symmetry.size(size);
    let a = symmetry.apply(size, from.point(size)?);
    let b = symmetry.apply(size, to.point(size)?);
    let first = turned.point(a.x().min(b.x()), a.y().min(b.y()))?;
    let last = turned.point(a.x().max(b.x()), a.y().max(b.y()))?;
    Some(format!("{}:{}", point_value(turned, first), point_value(turned, last)))
}
