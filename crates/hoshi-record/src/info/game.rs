//! The game of a record, SGF's GM: 1 is Go. The other names are from the list of games at
//! red-bean.com/sgf.

use std::fmt;

/// The names, from number 1 on.
#[rustfmt::skip]
const NAMES: [&str; 40] = [
    "Go", "Othello", "chess", "Gomoku", "Nine Men's Morris", "Backgammon", "Chinese chess", "Shogi",
    "Lines of Action", "Ataxx", "Hex", "Jungle", "Neutron", "Philosopher's Football", "Quadrature",
    "Trax", "Tantrix", "Amazons", "Octi", "Gess", "Twixt", "Zertz", "Plateau", "Yinsh", "Punct",
    "Gobblet", "Hive", "Exxit", "Hnefatafl", "Kuba", "Tripples", "Chase", "Tumbling Down", "Sahara",
    "Byte", "Focus", "Dvonn", "Tamsk", "Gipf", "Kropki",
];

/// A game that is not Go, by its number.
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;GM[11]SZ[11];B[f6])(;GM[1])(;GM[77])")?;
/// let other = |game: usize| file.game(game).unwrap().other_game();
/// assert_eq!(other(0).unwrap().to_string(), "Hex (GM[11])");
/// assert_eq!(other(1), None);
/// assert_eq!(other(2).unwrap().to_string(), "an unknown game (GM[77])");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OtherGame {
    /// The value of GM; never 1.
    pub number: i64,
}

impl OtherGame {
    /// The game of this number, unless it is Go.
    pub(crate) fn of_number(number: i64) -> Option<OtherGame> {
        (number != 1).then_some(OtherGame { number })
    }

    /// Its name, if the number is known.
    ///
    /// ```
    /// use hoshi_record::info::game::OtherGame;
    /// assert_eq!(OtherGame { number: 2 }.name(), Some("Othello"));
    /// assert_eq!(OtherGame { number: 0 }.name(), None);
    /// ```
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        let index = usize::try_from(self.number).ok()?.checked_sub(1)?;
        NAMES.get(index).copied()
    }
}

impl fmt::Display for OtherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (GM[{}])", self.name().unwrap_or("an unknown game"), self.number)
    }
}
