//! Typed access to the properties of games and nodes. Non-standard spellings are interpreted by
//! [`crate::info`]; the raw values stay unchanged.

use std::borrow::Cow;

use hoshi_core::{Color, HalfPoints, Move, Point, Rules, Size};

use super::area::Area;
use super::game::GameTree;
use super::node::NodeRef;
use super::property::Property;
use super::value::{Double, Value};
use crate::info::date::Dates;
use crate::info::game::OtherGame;
use crate::info::overtime::Overtime;
use crate::info::result::Ending;
use crate::info::time::{Limit, Millis};
use crate::info::{self, Reading, Unreadable};

/// The result of reading a property: `None` if it is missing.
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;HA[2]KM[lots])")?;
/// let game = file.game(0).unwrap();
/// assert_eq!(game.handicap().unwrap().unwrap().value, 2);
/// assert!(game.komi().unwrap().is_err());
/// assert!(game.date().is_none());
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
pub type Read<T> = Option<Result<Reading<T>, Unreadable>>;

/// Properties that Cyberoro, and sites that took over its files, call by other names: SGF's name, theirs,
/// and the meaning.
pub(crate) const SERVER_NAMES: [(&str, &str, &str); 6] = [
    ("KM", "KO", "komi"),
    ("DT", "RD", "date"),
    ("EV", "TE", "event"),
    ("HA", "HD", "handicap"),
    ("OT", "LT", "time of a byo-yomi period"),
    ("OT", "LC", "number of byo-yomi periods"),
];

/// The number of nodes of the main line in which game information is looked up. In nearly every file the
/// first move ends the search sooner; without a limit, a file of a million nodes without a move would be
/// searched for each of thirty properties.
pub(crate) const HEAD_NODES: usize = 32;

/// Game information under a server's own name. KO and TE have another meaning in SGF, but not in a node
/// without a move, nor with such a value.
pub(crate) fn server_info<'a>(node: NodeRef<'a>, name: &str) -> Option<Property<'a>> {
    let property = node.get(name).filter(|_| !node.has_move())?;
    let value = property.value();
    let says = !value.raw().trim_ascii().is_empty();
    let means_more = matches!(name, "TE" | "KO") && value.double().is_some();
    (says && !means_more).then_some(property)
}

impl<'a> GameTree<'a> {
    /// A game information property: in the root, or, where a file has it later, in the first node
    /// that has it before the first move. Only the first 32 nodes are searched.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;FF[4];PB[Ann];B[aa])")?;
    /// assert_eq!(file.game(0).unwrap().info("PB").unwrap().value().text(), "Ann");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    ///
    /// Komi, date, event and handicap are also found under Cyberoro's names: KO, RD, TE and HD.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;RD[2021-01-20]KO[7.5];B[qd])")?;
    /// let game = file.game(0).unwrap();
    /// assert_eq!(game.info_text("DT").unwrap(), "2021-01-20");
    /// assert_eq!(game.komi().unwrap().unwrap().value.to_string(), "7.5");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn info(self, key: &str) -> Option<Property<'a>> {
        let find = |get: &dyn Fn(NodeRef<'a>) -> Option<Property<'a>>| {
            for node in self.main_line().take(HEAD_NODES) {
                if let Some(property) = get(node) {
                    return Some(property);
                }
                if node.parent().is_some() && node.has_move() {
                    break;
                }
            }
            None
        };
        let own = find(&|node| node.get(key));
        // Overtime is two properties there, not a single value.
        let other = || SERVER_NAMES.iter().find(|(name, ..)| *name == key && key != "OT");
        own.or_else(|| other().and_then(|(_, other, _)| find(&|node| server_info(node, other))))
    }

    /// Like [`GameTree::info`], as a line of text; `None` if it is missing or empty.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;PB[ Ann ]PW[])")?;
    /// let game = file.game(0).unwrap();
    /// assert_eq!(game.info_text("PB").as_deref(), Some("Ann"));
    /// assert_eq!(game.info_text("PW"), None);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn info_text(self, key: &str) -> Option<Cow<'a, str>> {
        let text = self.info(key)?.value().simple_text();
        let trimmed = text.trim();
        match trimmed.len() {
            0 => None,
            len if len == text.len() => Some(text),
            _ => Some(Cow::Owned(trimmed.to_owned())),
        }
    }

    fn read_info<T>(
        self,
        key: &str,
        read: impl FnOnce(&str) -> Result<Reading<T>, Unreadable>,
    ) -> Read<T> {
        Some(read(&self.info(key)?.value().simple_text()))
    }

    /// The size of the board: from SZ, or 19x19 if it is missing or unreadable.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let size = |text: &str| Collection::read(text).unwrap().game(0).unwrap().size();
    /// assert_eq!(size("(;SZ[16:8])"), Size::new(16, 8).unwrap());
    /// assert_eq!(size("(;)"), Size::S19);
    /// ```
    #[must_use]
    pub fn size(self) -> Size {
        match self.read_size() {
            Some(Ok(reading)) => reading.value,
            _ => Size::S19,
        }
    }

    /// The game, if GM says that it is not Go. A GM that is not a number is ignored.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;GM[4]SZ[15];B[hh])")?;
    /// assert_eq!(file.game(0).unwrap().other_game().unwrap().name(), Some("Gomoku"));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn other_game(self) -> Option<OtherGame> {
        OtherGame::of_number(self.info("GM")?.value().number()?)
    }

    /// Reads SZ.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[huge])")?;
    /// let game = file.game(0).unwrap();
    /// assert!(game.read_size().unwrap().is_err());
    /// assert_eq!(game.size().to_string(), "19x19");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn read_size(self) -> Read<Size> {
        let most = if self.file().is_large { Size::MAX_SIDE } else { info::size::MAX_SIDE };
        self.read_info("SZ", |text| info::size::read_up_to(text, most))
    }

    /// Reads HA, the number of handicap stones.
    #[must_use]
    pub fn handicap(self) -> Read<u32> {
        self.read_info("HA", info::handicap::read)
    }

    /// Reads RU.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;RU[AGA])")?;
    /// let rules = file.game(0).unwrap().rules().unwrap().unwrap();
    /// assert_eq!(rules.value.to_string(), "aga");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn rules(self) -> Read<Rules> {
        self.read_info("RU", info::rules::read)
    }

    /// Reads KM, as points. Some files mean hundredths, or the stones of Chinese counting; rules and
    /// handicap help to decide.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;KM[375]RU[Chinese])")?;
    /// let komi = file.game(0).unwrap().komi().unwrap().unwrap();
    /// assert_eq!(komi.value.to_string(), "7.5");
    /// assert!(komi.how.is_interpreted());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn komi(self) -> Read<HalfPoints> {
        let rules = match self.rules() {
            Some(Ok(reading)) => Some(reading.value),
            _ => None,
        };
        self.komi_under(rules.as_ref())
    }

    /// Reads KM, as points, under these rules instead of those of RU; `None` if they are unknown.
    ///
    /// ```
    /// use hoshi_core::{Preset, Rules};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;KM[3.75]RU[Japanese])")?;
    /// let game = file.game(0).unwrap();
    /// assert!(game.komi().unwrap().is_err());
    /// let komi = game.komi_under(Some(&Rules::of(Preset::Chinese))).unwrap().unwrap();
    /// assert_eq!(komi.value.to_string(), "7.5");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn komi_under(self, rules: Option<&Rules>) -> Read<HalfPoints> {
        let handicap = match self.handicap() {
            Some(Ok(reading)) => reading.value,
            _ => 0,
        };
        let hints = info::komi::Hints { rules, handicap };
        self.read_info("KM", |text| info::komi::read(text, hints))
    }

    /// Reads RE.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;RE[W+0.5])")?;
    /// let result = file.game(0).unwrap().result().unwrap().unwrap();
    /// assert_eq!(result.value.to_string(), "W+0.5");
    /// assert!(!result.how.is_interpreted());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn result(self) -> Read<Ending> {
        self.read_info("RE", info::result::read)
    }

    /// Reads DT.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;DT[1996-05-06,07])")?;
    /// let dates = file.game(0).unwrap().date().unwrap().unwrap().value;
    /// assert_eq!(dates.iter().last().unwrap().to_string(), "1996-05-07");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn date(self) -> Read<Dates> {
        self.read_info("DT", info::date::read)
    }

    /// Reads TM, the time of each side before overtime.
    ///
    /// ```
    /// use hoshi_record::info::time::Millis;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;TM[1800]OT[5x30 byo-yomi])")?;
    /// let game = file.game(0).unwrap();
    /// assert_eq!(game.time_limit().unwrap().unwrap().value.main, Some(Millis(1_800_000)));
    /// assert_eq!(game.overtime().unwrap().unwrap().value.to_string(), "5x30 byo-yomi");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn time_limit(self) -> Read<Limit> {
        self.read_info("TM", info::time::read)
    }

    /// Reads OT; without it, LT and LC, where Cyberoro has the seconds and the number of its periods.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;TM[3시간]LT[60]LC[5];B[qd])")?;
    /// let overtime = file.game(0).unwrap().overtime().unwrap()?;
    /// assert_eq!(overtime.value.to_string(), "5x60 byo-yomi");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn overtime(self) -> Read<Overtime> {
        if let Some(own) = self.read_info("OT", info::overtime::read) {
            return Some(own);
        }
        let number = |name: &str| {
            let text = server_info(self.root(), name)?.value().simple_text().into_owned();
            let text = text.trim();
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            Some(text[..digits].to_owned()).filter(|digits| !digits.is_empty())
        };
        let (seconds, periods) = number("LT").zip(number("LC"))?;
        Some(info::overtime::read(&format!("{periods}x{seconds} byo-yomi")))
    }
}

impl<'a> NodeRef<'a> {
    /// A property's first value as text.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;C[Hello])")?;
    /// let root = file.game(0).unwrap().root();
    /// assert_eq!(root.text("C").as_deref(), Some("Hello"));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn text(self, key: &str) -> Option<Cow<'a, str>> {
        Some(self.get(key)?.value().text())
    }

    /// A property's first value as a number.
    #[must_use]
    pub fn number(self, key: &str) -> Option<i64> {
        self.get(key)?.value().number()
    }

    /// A property's first value as a judgement: `GB`, `TE`, `HO` and the like.
    ///
    /// ```
    /// use hoshi_record::sgf::{Collection, Double};
    ///
    /// let file = Collection::read("(;B[aa]TE[2]MN[7])")?;
    /// let root = file.game(0).unwrap().root();
    /// assert_eq!(root.double("TE"), Some(Double::Emphasized));
    /// assert_eq!(root.number("MN"), Some(7));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn double(self, key: &str) -> Option<Double> {
        self.get(key)?.value().double()
    }

    /// Whether the node has a move, whatever it is.
    #[must_use]
    pub fn has_move(self) -> bool {
        self.properties().any(|property| property.is("B") || property.is("W"))
    }

    /// Whether the node changes the board other than by a move: AB, AW, AE or PL.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;AB[aa];W[])")?;
    /// let has = |node: hoshi_record::sgf::NodeRef<'_>| (node.has_setup(), node.has_move());
    /// let found: Vec<_> = file.game(0).unwrap().nodes().map(has).collect();
    /// assert_eq!(found, [(true, false), (false, true)]);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn has_setup(self) -> bool {
        self.properties().any(|property| {
            property.is("AB") || property.is("AW") || property.is("AE") || property.is("PL")
        })
    }

    /// The moves of the node in order, each with its value; an invalid move on this board is `None`. A
    /// node should have at most one, but some have more.
    ///
    /// ```
    /// use hoshi_core::{Color, Move, Size};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[tt]W[aa])")?;
    /// let moves: Vec<_> = file.game(0).unwrap().root().moves(Size::S19).collect();
    /// assert_eq!((moves[0].0, moves[0].1), (Color::Black, Some(Move::Pass)));
    /// assert_eq!(moves.len(), 2);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn moves(self, size: Size) -> impl Iterator<Item = (Color, Option<Move>, Value<'a>)> {
        self.properties().filter_map(move |property| {
            let color = if property.is("B") {
                Color::Black
            } else if property.is("W") {
                Color::White
            } else {
                return None;
            };
            let value = property.value();
            Some((color, value.a_move(size), value))
        })
    }

    /// The number of valid moves on this board: 1 in most nodes, 0 in others.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa]W[zz])")?;
    /// assert_eq!(file.game(0).unwrap().root().move_count(Size::S9), 1);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn move_count(self, size: Size) -> usize {
        self.moves(size).filter(|(_, mv, _)| mv.is_some()).count()
    }

    /// All points of a property: TR, TB and the like, each once; points off this board are left out.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;TR[aa:bb][cc])")?;
    /// assert_eq!(file.game(0).unwrap().root().points("TR", Size::S9).count(), 5);
    /// let file = Collection::read("(;TR[aa:bb][bb:aa][aa])")?;
    /// assert_eq!(file.game(0).unwrap().root().points("TR", Size::S9).count(), 4);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn points(self, key: &str, size: Size) -> impl Iterator<Item = Point> + use<> {
        let mut points = Vec::new();
        if let Some(property) = self.get(key) {
            let mut area = Area::new(size);
            for corners in property.values().filter_map(|value| value.corners(size)) {
                area.add(corners, |point| points.push(point));
            }
        }
        points.into_iter()
    }

    /// The labels of LB: points and their texts.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[9]LB[aa:1][cc:here])")?;
    /// let game = file.game(0).unwrap();
    /// let texts: Vec<_> = game.root().labels(game.size()).map(|(_, text)| text).collect();
    /// assert_eq!(texts, ["1", "here"]);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn labels(self, size: Size) -> impl Iterator<Item = (Point, Cow<'a, str>)> {
        let values = self.get("LB").into_iter().flat_map(|property| property.values());
        values.filter_map(move |value| {
            let (at, text) = value.composed()?;
            Some((at.point(size)?, text.simple_text()))
        })
    }

    /// Pairs of points: AR and LN.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[9]AR[aa:cc][bb:zz])")?;
    /// let game = file.game(0).unwrap();
    /// let size = game.size();
    /// let arrow = game.root().lines("AR", size).next().unwrap();
    /// assert_eq!(arrow, (size.point(0, 0).unwrap(), size.point(2, 2).unwrap()));
    /// assert_eq!(game.root().lines("AR", size).count(), 1);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    pub fn lines(self, key: &str, size: Size) -> impl Iterator<Item = (Point, Point)> + use<'a> {
        let values = self.get(key).into_iter().flat_map(|property| property.values());
        values.filter_map(move |value| {
            let (from, to) = value.composed()?;
            Some((from.point(size)?, to.point(size)?))
        })
    }

    /// The time left to a side after the move: BL or WL.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::info::time::Millis;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa]BL[29.5]OB[3])")?;
    /// let root = file.game(0).unwrap().root();
    /// assert_eq!(root.time_left(Color::Black).unwrap().unwrap().value, Millis(29_500));
    /// assert_eq!(root.overtime_left(Color::Black).unwrap().unwrap().value, 3);
    /// assert!(root.time_left(Color::White).is_none());
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn time_left(self, color: Color) -> Read<Millis> {
        let key = if color == Color::Black { "BL" } else { "WL" };
        Some(info::time::left(&self.get(key)?.value().simple_text()))
    }

    /// The moves or periods left to a side: OB or OW.
    #[must_use]
    pub fn overtime_left(self, color: Color) -> Read<u32> {
        let key = if color == Color::Black { "OB" } else { "OW" };
        Some(info::time::overtime_left(&self.get(key)?.value().simple_text()))
    }
}
