//! Random draws that are the same on every machine and in every release.
//!
//! The rand crate guarantees a stable stream only for its ChaCha generators, not for its range and shuffle
//! methods. So the stream is ChaCha8, and every method is defined here, with reference vectors in the tests.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// A stream of draws for one purpose.
#[derive(Debug)]
pub struct Draws {
    stream: ChaCha8Rng,
    /// Words generated ahead; the generator works in blocks.
    ahead: [u64; AHEAD],
    /// The number of words used.
    used: usize,
}

/// Words in a block of the generator.
const AHEAD: usize = 32;

impl Draws {
    /// The stream for `seed` and `purpose`. Streams of different purposes are independent, so that one more
    /// draw in one part of the program does not change another part.
    pub fn new(seed: u64, purpose: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"actiondeck/draws/1\0");
        hash.update(seed.to_le_bytes());
        hash.update(purpose.as_bytes());
        let stream = ChaCha8Rng::from_seed(hash.finalize().into());
        Self { stream, ahead: [0; AHEAD], used: AHEAD }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        if self.used == AHEAD {
            self.ahead.fill_with(|| self.stream.next_u64());
            self.used = 0;
        }
        self.used += 1;
        self.ahead[self.used - 1]
    }

    /// A uniformly distributed number below `bound` (Lemire, *Fast random integer generation in an interval*,
    /// 2019, with 64-bit words).
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "the bound is 0");
        let bound = bound as u64;
        let mut product = u128::from(self.bits()) * u128::from(bound);
        // Only a product below 2⁶⁴ mod bound, which is below the bound, is rejected. So the division is
        // seldom needed (Lemire's algorithm 5).
        if (product as u64) < bound {
            let rejected = bound.wrapping_neg() % bound;
            while (product as u64) < rejected {
                product = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (product >> 64) as usize
    }

    /// Returns true with probability `numerator`/`denominator`.
    pub fn happens(&mut self, numerator: usize, denominator: usize) -> bool {
        self.below(denominator) < numerator
    }

    /// A number of at least 0 and below 1, in steps of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Two different numbers below `bound`, which is at least 2.
    pub fn two_below(&mut self, bound: usize) -> (usize, usize) {
        let one = self.below(bound);
        let other = self.below(bound - 1);
        (one, if other >= one { other + 1 } else { other })
    }

    /// Puts `items` in random order (Fisher and Yates, as given by Durstenfeld, 1964).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_never_changes() {
        let mut draws = Draws::new(54, "test");
        let bits: Vec<u64> = (0..3).map(|_| draws.bits()).collect();
        assert_eq!(REFERENCE_BITS, bits[..]);
        let below: Vec<usize> = (0..8).map(|_| draws.below(54)).collect();
        assert_eq!(REFERENCE_BELOW, below[..]);
        let mut cards: Vec<usize> = (0..10).collect();
        draws.shuffle(&mut cards);
        assert_eq!(REFERENCE_SHUFFLE, cards[..]);
    }

    const REFERENCE_BITS: [u64; 3] =
        [14823218781313322019, 16994520748997272238, 9122032066040786549];
    const REFERENCE_BELOW: [usize; 8] = [21, 20, 33, 30, 6, 49, 42, 36];
    const REFERENCE_SHUFFLE: [usize; 10] = [0, 3, 1, 4, 8, 7, 2, 5, 9, 6];

    #[test]
    fn purposes_and_seeds_give_different_streams() {
        let first = |seed, purpose| Draws::new(seed, purpose).bits();
        assert_ne!(first(1, "a"), first(1, "b"));
        assert_ne!(first(1, "a"), first(2, "a"));
    }

    #[test]
    fn every_number_below_the_bound_is_equally_likely() {
        let mut draws = Draws::new(1, "even");
        let mut seen = [0_u32; 12];
        for _ in 0..12_000 {
            seen[draws.below(12)] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
    }

    /// Half of all words are rejected at this bound, so nearly every draw needs the division.
    #[test]
    fn the_shortcut_changes_no_value() {
        let bound = (1 << 63) + 1;
        let (mut draws, mut words) = (Draws::new(3, "reject"), Draws::new(3, "reject"));
        for _ in 0..100 {
            let rejected = (bound as u64).wrapping_neg() % bound as u64;
            let by_definition = loop {
                let product = u128::from(words.bits()) * bound as u128;
                if product as u64 >= rejected {
                    break (product >> 64) as usize;
                }
            };
            assert_eq!(by_definition, draws.below(bound));
        }
    }

    #[test]
    fn two_numbers_always_differ() {
        let mut draws = Draws::new(2, "two");
        for _ in 0..1000 {
            let (one, other) = draws.two_below(3);
            assert!(one != other && one < 3 && other < 3);
        }
    }
}
