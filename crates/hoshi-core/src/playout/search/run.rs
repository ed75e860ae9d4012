//! Playouts with a policy.

use super::{SearchBoard, Spot};
use crate::color::Color;
use crate::playout::move_limit;
use crate::rng::Rng;

/// Chooses the moves of a playout.
///
/// ```
/// use hoshi_core::playout::{Policy, SearchBoard, Spot};
/// use hoshi_core::{Color, Rng, Size, SplitMix64};
///
/// /// Passes at once.
/// struct Passer;
///
/// impl<const CAP: usize> Policy<CAP> for Passer {
///     fn choose<R: Rng>(&mut self, _: &mut SearchBoard<CAP>, _: Color, _: &mut R) -> Spot {
///         Spot::PASS
///     }
/// }
///
/// let mut board = SearchBoard::<128>::new(Size::S9);
/// assert!(board.run(Color::Black, &mut Passer, &mut SplitMix64::new(1)));
/// assert_eq!(board.trace().len(), 2);
/// ```
pub trait Policy<const CAP: usize> {
    /// A legal move, or a pass. It may try moves on the board if it takes them back.
    ///
    /// ```
    /// use hoshi_core::playout::{Policy, SearchBoard, Uniform};
    /// use hoshi_core::{Color, Size, SplitMix64};
    ///
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// let spot = Uniform.choose(&mut board, Color::Black, &mut SplitMix64::new(1));
    /// assert!(board.is_legal(Color::Black, spot));
    /// ```
    fn choose<R: Rng>(&mut self, board: &mut SearchBoard<CAP>, color: Color, rng: &mut R) -> Spot;
}

/// Any legal move that does not fill an eye, each with the same probability.
///
/// ```
/// use hoshi_core::playout::{SearchBoard, Uniform};
/// use hoshi_core::{Color, Size, SplitMix64};
///
/// let mut board = SearchBoard::<128>::new(Size::S9);
/// assert!(board.run(Color::Black, &mut Uniform, &mut SplitMix64::new(1)));
/// let [black, white] = board.area();
/// assert!(black + white > 75);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<const CAP: usize> Policy<CAP> for Uniform {
    #[inline]
    fn choose<R: Rng>(&mut self, board: &mut SearchBoard<CAP>, color: Color, rng: &mut R) -> Spot {
        board.random_spot(rng, |spot| board.is_legal(color, spot) && !board.is_eye(color, spot))
    }
}

impl<const CAP: usize> SearchBoard<CAP> {
    /// A random empty spot that is acceptable, or a pass if none is. Spots are tried in list order
    /// from a random one on, so an acceptable spot after unacceptable ones is a little likelier.
    ///
    /// ```
    /// use hoshi_core::playout::SearchBoard;
    /// use hoshi_core::{Size, SplitMix64};
    ///
    /// let board = SearchBoard::<128>::new(Size::S9);
    /// assert!(board.random_spot(&mut SplitMix64::new(1), |_| false).is_pass());
    /// ```
    #[inline]
    pub fn random_spot<R: Rng>(&self, rng: &mut R, mut is_good: impl FnMut(Spot) -> bool) -> Spot {
        let spots = &self.empty[..self.empties];
        let start = rng.below(self.empties as u32) as usize;
        let (before, after) = spots.split_at(start.min(spots.len()));
        for &at in after.iter().chain(before) {
            if is_good(Spot(at)) {
                return Spot(at);
            }
        }
        Spot::PASS
    }

    /// Plays until both pass, or the move limit of a playout; returns whether both passed.
    ///
    /// ```
    /// use hoshi_core::playout::{SearchBoard, Uniform};
    /// use hoshi_core::{Color, Size, SplitMix64};
    ///
    /// let mut board = SearchBoard::<128>::new(Size::S9);
    /// board.run(Color::Black, &mut Uniform, &mut SplitMix64::new(7));
    /// assert!(board.trace().len() > 60);
    /// ```
    pub fn run<P: Policy<CAP>, R: Rng>(
        &mut self,
        first: Color,
        policy: &mut P,
        rng: &mut R,
    ) -> bool {
        let mut color = first;
        let mut passed = false;
        for _ in 0..move_limit(self.size()) {
            let spot = policy.choose(self, color, rng);
            self.make(color, spot);
            if spot.is_pass() && passed {
                return true;
            }
            passed = spot.is_pass();
            color = color.opponent();
        }
        false
    }
}
