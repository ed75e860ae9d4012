//! Randomness: callers supply the generator, hoshi draws from it without bias.

/// A source of random 64-bit words.
///
/// hoshi has no randomness of its own. Wrap any generator in one line; every choice is exactly
/// uniform if its words are.
///
/// ```
/// use hoshi_core::Rng;
///
/// /// Counts up: not random at all, but a generator.
/// struct Counter(u64);
///
/// impl Rng for Counter {
///     fn next_u64(&mut self) -> u64 {
///         self.0 = self.0.wrapping_add(1 << 60);
///         self.0
///     }
/// }
///
/// let mut rng = Counter(0);
/// assert_eq!((0..4).map(|_| rng.below(16)).collect::<Vec<_>>(), [1, 2, 3, 4]);
/// ```
pub trait Rng {
    /// The next 64 random bits.
    ///
    /// ```
    /// use hoshi_core::{Rng, SplitMix64};
    ///
    /// let (mut one, mut other) = (SplitMix64::new(5), SplitMix64::new(5));
    /// assert_eq!(one.next_u64(), other.next_u64());
    /// ```
    fn next_u64(&mut self) -> u64;

    /// A number below `bound`, exactly uniform; 0 if `bound` is 0.
    ///
    /// It is the upper half of a product of random bits and the bound; the few bits that would bias
    /// the result are rejected (Lemire, 2019). A generator that is stuck on such bits would loop
    /// forever.
    ///
    /// ```
    /// use hoshi_core::{Rng, SplitMix64};
    /// assert!(SplitMix64::new(1).below(6) < 6);
    /// ```
    #[inline(always)]
    fn below(&mut self, bound: u32) -> u32 {
        let product = (self.next_u64() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            return below_again(self, bound, product);
        }
        (product >> 32) as u32
    }
}

/// The slow path of [`Rng::below`], which is rarely taken; `bound` is above 0.
#[cold]
#[inline(never)]
fn below_again<R: Rng + ?Sized>(rng: &mut R, bound: u32, product: u64) -> u32 {
    let mut product = product;
    let threshold = bound.wrapping_neg() % bound;
    while (product as u32) < threshold {
        product = (rng.next_u64() >> 32) * u64::from(bound);
    }
    (product >> 32) as u32
}

impl<R: Rng + ?Sized> Rng for &mut R {
    #[inline(always)]
    fn next_u64(&mut self) -> u64 {
        (**self).next_u64()
    }
}

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `SplitMix64` (Steele, Lea, Flood 2014): small, fast, good enough for playouts, and reproducible
/// on every platform.
///
/// ```
/// use hoshi_core::{Rng, SplitMix64};
///
/// let mut rng = SplitMix64::new(0);
/// assert_eq!(rng.next_u64(), 0xe220_a839_7b1d_cdaf);
/// assert_eq!(SplitMix64::nth(0, 0), 0xe220_a839_7b1d_cdaf);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The generator that starts from `seed`.
    ///
    /// ```
    /// use hoshi_core::{Rng, SplitMix64};
    /// assert_ne!(SplitMix64::new(1).next_u64(), SplitMix64::new(2).next_u64());
    /// ```
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Word number `n`, from 0, of the generator that starts from `seed`, without computing the
    /// others.
    ///
    /// ```
    /// use hoshi_core::{Rng, SplitMix64};
    ///
    /// let mut rng = SplitMix64::new(7);
    /// rng.next_u64();
    /// assert_eq!(rng.next_u64(), SplitMix64::nth(7, 1));
    /// ```
    #[must_use]
    pub const fn nth(seed: u64, n: u64) -> u64 {
        mix(seed.wrapping_add(GAMMA.wrapping_mul(n.wrapping_add(1))))
    }
}

impl Rng for SplitMix64 {
    #[inline(always)]
    fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        mix(self.state)
    }
}
