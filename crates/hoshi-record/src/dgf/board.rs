//! The board of DGF: `n*n + 4` bytes, and the same as a value that is always well-formed. Whether
//! its stones are a legal position is checked in `fit`.

use hoshi_core::{Color, HalfPoints, Point, Size};

use super::header::{BoardError, EMPTY, HEADER, Header, KO, color_of};

/// A DGF board: square, its counts and its points in range, with one ko point at most.
///
/// ```
/// use hoshi_core::Color;
/// use hoshi_record::dgf::Board;
///
/// // White has just taken a ko on 5x5: point 8 is forbidden to Black.
/// let bytes = [
///     1, 0, 1, 5,
///     0, 1, 2, 0, 0,
///     1, 2, 3, 2, 0,
///     0, 1, 2, 0, 0,
///     0, 0, 0, 0, 0,
///     0, 0, 0, 0, 0,
/// ];
/// let board = Board::from_bytes(&bytes)?;
/// assert_eq!(board.turn(), Some(Color::Black));
/// assert_eq!(board.count(Color::White), 1);
/// assert_eq!(board.ko().map(|point| board.size().dgf(point)), Some(8));
/// assert_eq!(board.to_bytes(), bytes);
/// # Ok::<(), hoshi_record::dgf::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    pub(super) turn: Option<Color>,
    half: Option<Color>,
    counts: [u16; 2],
    /// As in the file: 0, 1, 2, and 3 once at most.
    points: Vec<u8>,
}

impl Board {
    /// Reads the bytes of a `.dgb` file.
    ///
    /// ```
    /// use hoshi_record::dgf::Board;
    ///
    /// assert!(Board::from_bytes(&[1, 0, 0, 1, 0]).is_ok());
    /// assert_eq!(
    ///     Board::from_bytes(&[1, 0, 0, 2, 0]).unwrap_err().to_string(),
    ///     "a board with a side of 2 (byte 3) has 8 bytes, 2*2 + 4, not 5"
    /// );
    /// ```
    ///
    /// # Errors
    /// With the wrong byte, and what would be right.
    pub fn from_bytes(bytes: &[u8]) -> Result<Board, BoardError> {
        match bytes.split_first_chunk::<HEADER>() {
            Some((header, points)) if !points.is_empty() || header[3] == 0 => {
                Board::from_parts(Header::from_bytes(*header)?, points)
            }
            _ => Err(BoardError::Short { found: bytes.len() }),
        }
    }

    /// The bytes of a `.dgb` file.
    ///
    /// ```
    /// use hoshi_core::HalfPoints;
    /// use hoshi_record::dgf;
    ///
    /// let board = dgf::new_board(2, HalfPoints::ZERO, 0)?;
    /// assert_eq!(board.to_bytes(), [1, 0, 0, 2, 0, 0, 0, 0]);
    /// # Ok::<(), dgf::NewBoardError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.points.len());
        bytes.extend_from_slice(&self.header_bytes());
        bytes.extend_from_slice(&self.points);
        bytes
    }

    /// A header and the points, left to right and top to bottom.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::dgf::{Board, Header};
    ///
    /// let header = Header { turn: Some(Color::White), half: None, counts: [0, 0], side: 2 };
    /// let board = Board::from_parts(header, &[1, 0, 0, 0])?;
    /// assert_eq!(board.to_bytes(), [2, 0, 0, 2, 1, 0, 0, 0]);
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Board::from_bytes`]; and if a count is above 510.
    pub fn from_parts(header: Header, points: &[u8]) -> Result<Board, BoardError> {
        header.check()?;
        let Header { turn, half, counts, side } = header;
        let size = Size::square(side).ok_or(BoardError::NoSide)?;
        if points.len() != size.area() {
            let (expected, found) = (size.area() + HEADER, points.len() + HEADER);
            return Err(BoardError::Length { side, expected, found });
        }
        let mut ko = None;
        for (at, &value) in points.iter().enumerate().map(|(index, value)| (index + HEADER, value))
        {
            match (value, ko) {
                (0..=2, _) => {}
                (KO, None) => ko = Some(at),
                (KO, Some(first)) => return Err(BoardError::SecondKo { first, at }),
                _ => return Err(BoardError::Point { at, value }),
            }
        }
        Ok(Board { size, turn, half, counts, points: points.to_vec() })
    }

    /// The header, from the first four bytes.
    ///
    /// ```
    /// use hoshi_record::dgf::Board;
    ///
    /// let board = Board::from_bytes(&[9, 0, 6, 1, 0])?;
    /// assert_eq!(board.header().to_bytes(), Ok([9, 0, 6, 1]));
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn header(&self) -> Header {
        let Board { size, turn, half, counts, .. } = *self;
        Header { turn, half, counts, side: size.width() }
    }

    pub(super) fn header_bytes(&self) -> [u8; HEADER] {
        self.header().bytes()
    }

    /// The board's size, always a square.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::dgf::Board;
    /// assert_eq!(Board::from_bytes(&[1, 0, 0, 1, 0])?.size(), Size::square(1).unwrap());
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The side length in points.
    ///
    /// ```
    /// use hoshi_record::dgf::Board;
    /// assert_eq!(Board::from_bytes(&[1, 0, 0, 1, 0])?.side(), 1);
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn side(&self) -> u8 {
        self.size.width()
    }

    /// Who is to move; `None` if the game is over.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::dgf::Board;
    /// assert_eq!(Board::from_bytes(&[2, 0, 0, 1, 0])?.turn(), Some(Color::White));
    /// assert_eq!(Board::from_bytes(&[0, 0, 0, 1, 0])?.turn(), None);
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.turn
    }

    /// The same board with another side to move, or with the game over (`None`).
    ///
    /// ```
    /// use hoshi_record::dgf::Board;
    ///
    /// let board = Board::from_bytes(&[2, 0, 0, 1, 0])?;
    /// assert_eq!(board.with_turn(None).to_bytes(), [0, 0, 0, 1, 0]);
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn with_turn(mut self, turn: Option<Color>) -> Board {
        self.turn = turn;
        self
    }

    /// The side that has the half point of komi.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::dgf::Board;
    /// assert_eq!(Board::from_bytes(&[9, 0, 6, 1, 0])?.half(), Some(Color::White));
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn half(&self) -> Option<Color> {
        self.half
    }

    /// The stones a side captured and its whole komi, summed.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::dgf::Board;
    /// assert_eq!(Board::from_bytes(&[9, 0, 6, 1, 0])?.count(Color::White), 6);
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn count(&self, color: Color) -> u16 {
        self.counts[color.index()]
    }

    /// The komi, if no stone has been captured yet: White's count less Black's, with the half point.
    /// Under territory rules it is also the value of the counts at any later time.
    ///
    /// ```
    /// use hoshi_record::dgf::Board;
    ///
    /// assert_eq!(Board::from_bytes(&[9, 0, 6, 1, 0])?.komi_at_start().to_string(), "6.5");
    /// assert_eq!(Board::from_bytes(&[5, 3, 0, 1, 0])?.komi_at_start().to_string(), "-3.5");
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn komi_at_start(&self) -> HalfPoints {
        let [black, white] = Color::ALL
            .map(|color| i32::from(self.count(color)) * 2 + i32::from(self.half == Some(color)));
        HalfPoints::from_halves(white - black)
    }

    /// The points as in the file, left to right and top to bottom: 0 empty, 1 black, 2 white, 3 empty
    /// and forbidden by ko.
    ///
    /// ```
    /// use hoshi_record::dgf::Board;
    /// assert_eq!(Board::from_bytes(&[1, 0, 0, 2, 0, 1, 2, 0])?.points(), [0, 1, 2, 0]);
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn points(&self) -> &[u8] {
        &self.points
    }

    /// The stone on a point; `None` if there is none or the point is off the board.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::dgf::Board;
    ///
    /// let board = Board::from_bytes(&[1, 0, 0, 2, 0, 1, 2, 0])?;
    /// let b2 = board.size().point(1, 0).unwrap();
    /// assert_eq!(board.stone(b2), Some(Color::Black));
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        if self.size.contains(point) { color_of(self.points[self.size.index(point)]) } else { None }
    }

    /// The point that is forbidden by ko.
    ///
    /// ```
    /// use hoshi_record::dgf::Board;
    /// assert_eq!(Board::from_bytes(&[1, 0, 0, 1, 0])?.ko(), None);
    /// # Ok::<(), hoshi_record::dgf::BoardError>(())
    /// ```
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        self.points.iter().position(|&value| value == KO).and_then(|at| self.size.point_at(at))
    }

    /// Clears the ko point.
    pub(super) fn lift_ko(&mut self) {
        for value in &mut self.points {
            if *value == KO {
                *value = EMPTY;
            }
        }
    }
}
