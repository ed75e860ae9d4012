//! A generator read one word ahead. The next draw's bits are at hand when the processor has guessed a
//! branch wrong and starts anew, which is most of what a playout waits for.

use crate::rng::Rng;

pub(super) struct Ahead<'a, R> {
    rng: &'a mut R,
    bits: u64,
}

impl<'a, R: Rng> Ahead<'a, R> {
    pub(super) fn new(rng: &'a mut R) -> Self {
        let bits = rng.next_u64();
        Self { rng, bits }
    }
}

impl<R: Rng> Rng for Ahead<'_, R> {
    #[inline(always)]
    fn next_u64(&mut self) -> u64 {
        core::mem::replace(&mut self.bits, self.rng.next_u64())
    }
}
