//! A generator read one word ahead. The bits of the next draw are ready when the processor restarts
//! after a branch misprediction, which is most of a playout's waiting time.

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
