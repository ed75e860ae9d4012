//! Facts about a game, computed once before its nodes are checked; shared by the lint and the
//! repair, so that they agree.

use hoshi_core::{Rules, Size};

use super::encoding::{self, Verdict};
use crate::info::game::OtherGame;
use crate::sgf::{GameTree, Kind, Known, Property, Value, known};

/// The value of FF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Missing,
    /// 1 to 3.
    Old(i64),
    Current,
    Unknown,
}

/// A game, and the facts in its root.
pub(super) struct Facts<'a> {
    pub(super) game: GameTree<'a>,
    pub(super) size: Size,
    /// SZ, if it was found in a node other than the root.
    pub(super) size_elsewhere: Option<Item<'a>>,
    /// The values of RU and HA, if readable.
    pub(super) rules: Option<Rules>,
    pub(super) handicap: u32,
    /// The game, if it is not Go.
    pub(super) other_game: Option<OtherGame>,
    /// Whether it is Go.
    pub(super) is_go: bool,
    pub(super) has_game_type: bool,
    pub(super) format: Format,
    pub(super) charset: Verdict,
    /// Whether CA comes after text that it applies to.
    pub(super) charset_late: bool,
}

/// Whether a game is Go; an unreadable GM counts as Go.
pub(super) fn is_go(game: GameTree<'_>) -> bool {
    game.other_game().is_none()
}

impl<'a> Facts<'a> {
    pub(super) fn of(game: GameTree<'a>) -> Facts<'a> {
        let root = game.root();
        let format = match root.get("FF").map(|property| property.value().number()) {
            None => Format::Missing,
            Some(Some(4)) => Format::Current,
            Some(Some(old @ 1..=3)) => Format::Old(old),
            Some(_) => Format::Unknown,
        };
        Facts {
            game,
            size: game.size(),
            size_elsewhere: match root.get("SZ") {
                Some(_) => None,
                None => game.info("SZ").map(Item::of),
            },
            rules: game.rules().and_then(Result::ok).map(|reading| reading.value),
            handicap: game.handicap().and_then(Result::ok).map_or(0, |reading| reading.value),
            is_go: is_go(game),
            other_game: game.other_game(),
            has_game_type: root.get("GM").is_some(),
            format,
            charset: encoding::verdict(game),
            charset_late: encoding::is_late(game),
        }
    }

    /// The new value for CA, if it should change.
    pub(super) fn new_charset(&self) -> Option<&'static str> {
        self.charset.is_utf8().then_some("UTF-8")
    }
}

/// A property of a node, with its definition in SGF, if any.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) property: Property<'a>,
    pub(super) known: Option<&'static Known>,
}

impl<'a> Item<'a> {
    pub(super) fn of(property: Property<'a>) -> Item<'a> {
        // Most names are in capitals, and can be looked up without a copy.
        let known = known(property.name()).or_else(|| known(&property.key()));
        Item { property, known }
    }

    /// Its name in capitals, if SGF defines it.
    pub(super) fn key(&self) -> Option<&'static str> {
        self.known.map(|known| known.key)
    }

    pub(super) fn is(&self, key: &str) -> bool {
        self.key() == Some(key)
    }

    /// One of its values, which may be a text, without NUL bytes, if they can be removed without
    /// changing the meaning.
    pub(super) fn without_nul(&self, value: &Value<'_>) -> Option<Vec<u8>> {
        let is_text = self.known.is_none_or(|known| known.kind.holds_text());
        if is_text { value.without_nul() } else { None }
    }

    pub(super) fn is_move(&self) -> bool {
        self.is("B") || self.is("W")
    }
}

/// Whether a property of this kind may have several values.
pub(super) fn is_list(kind: Kind) -> bool {
    matches!(kind, Kind::Points | Kind::PointsOrNone | Kind::Labels | Kind::Lines)
}

/// Whether the list may be empty.
pub(super) fn may_be_empty(kind: Kind) -> bool {
    kind == Kind::PointsOrNone
}
