//! The game information in the first node of a new record: players, date, clock, rules.

use hoshi_core::time::TimeLimit;
use hoshi_core::{Color, Game, Point, Rules};

use super::letter;
use crate::info::{komi, size};
use crate::sgf::{Collection, EditError};

/// A player, as a record names them.
///
/// ```
/// use hoshi_record::kifu::Player;
///
/// let player = Player { name: "Shusaku".into(), rank: Some("4d".into()) };
/// assert_eq!(Player::default().rank, None);
/// # let _ = player;
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rank, if known.
    pub rank: Option<String>,
}

/// The information about a game in its record, besides what is in the [`Game`] itself.
///
/// ```
/// use hoshi_record::kifu::{About, Player};
///
/// let black = Player { name: "Shusaku".into(), rank: Some("4d".into()) };
/// let about = About { black, date: "1846-09-11".into(), ..About::default() };
/// assert_eq!(about.white.name, "");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The player of Black.
    pub black: Player,
    /// The player of White.
    pub white: Player,
    /// The date as DT has it, `2026-11-16`; the record has no DT if it is empty.
    pub date: String,
    /// The time limit, if there is one.
    pub time: Option<TimeLimit>,
    /// The program and its version, `hoshi:0.1.0`.
    pub application: String,
}

impl About {
    /// The record of a game without moves: its first node.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// use hoshi_record::kifu::About;
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let file = About::default().first_node(&game)?;
    /// assert!(file.to_bytes().starts_with(b"(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7.5]RU[Chinese]"));
    /// # Ok::<(), hoshi_record::sgf::EditError>(())
    /// ```
    ///
    /// # Errors
    /// If a record cannot hold it.
    pub fn first_node(&self, game: &Game) -> Result<Collection, EditError> {
        first_node(game, self)
    }
}

/// The rules as SGF's RU names them. The komi is in KM.
fn rules_name(rules: &Rules) -> Option<String> {
    let usual = Rules::of(rules.preset);
    let rules = Rules { komi: usual.komi, ..*rules };
    match rules.preset.sgf() {
        known if rules == usual => known.map(str::to_owned),
        _ => Some(rules.to_string()),
    }
}

/// The record of a game without moves.
fn first_node(game: &Game, about: &About) -> Result<Collection, EditError> {
    let size = game.size();
    let mut file = Collection::new(size);
    let Some(mut edit) = file.edit(0) else { return Ok(file) };
    let mut all: Vec<(&str, Vec<Vec<u8>>)> = Vec::new();
    let mut add = |name, value: String| all.push((name, vec![value.into_bytes()]));
    // UTF-8 can encode every text.
    let text = |text: &str| {
        let raw = edit.tree().escape(text, false).unwrap_or_default();
        String::from_utf8(raw).unwrap_or_default()
    };
    add("GM", "1".into());
    add("FF", "4".into());
    add("CA", "UTF-8".into());
    if !about.application.is_empty() {
        add("AP", about.application.clone());
    }
    add("SZ", size::spelling(size));
    add("KM", komi::spelling(game.komi()));
    if let Some(name) = rules_name(game.rules()) {
        add("RU", name);
    }
    add("PB", text(&about.black.name));
    add("PW", text(&about.white.name));
    if let Some(rank) = &about.black.rank {
        add("BR", text(rank));
    }
    if let Some(rank) = &about.white.rank {
        add("WR", text(rank));
    }
    if !about.date.is_empty() {
        add("DT", text(&about.date));
    }
    if let Some(time) = about.time {
        add("TM", time.main.to_string());
        if let Some(overtime) = time.overtime {
            add("OT", overtime.to_string());
        }
    }
    let start = game.start();
    if game.handicap() >= 2 {
        add("HA", game.handicap().to_string());
    }
    let stones = |color| {
        let points = size.points().filter(move |&point| start.board().stone(point) == Some(color));
        points.filter_map(|point: Point| size.sgf(point)).map(String::into_bytes).collect()
    };
    let (black, white): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (stones(Color::Black), stones(Color::White));
    let is_plain_handicap =
        game.handicap() >= 2 && white.is_empty() && start.turn() == Color::White;
    let is_set_up = !(black.is_empty() && white.is_empty()) || start.turn() != Color::Black;
    if !black.is_empty() {
        all.push(("AB", black));
    }
    if !white.is_empty() {
        all.push(("AW", white));
    }
    if is_set_up && !is_plain_handicap {
        all.push(("PL", vec![letter(start.turn()).as_bytes().to_vec()]));
    }
    let root = edit.root();
    edit.replace(root, &all)?;
    Ok(file)
}
