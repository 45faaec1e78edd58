//! The pixels of pages, used again for the next page: they are megabytes, and where they are let go,
//! what is kept settles in the gap, so that the next page takes up new memory.

use std::sync::{Mutex, PoisonError};

use resvg::tiny_skia::{Color, IntSize, Pixmap};

/// Bytes of a page that are kept for another: A3 at six pixels a millimetre.
const MOST_BYTES: usize = 20_000_000;

/// Pages that are not in use: as many as were ever drawn at once.
#[derive(Default)]
pub(super) struct PixmapPool(Mutex<Vec<Vec<u8>>>);

impl PixmapPool {
    /// White paper of so many pixels, if there can be such.
    pub(super) fn take(&self, size: [u32; 2]) -> Option<Pixmap> {
        let [width, height] = size;
        let bytes = (width as usize).checked_mul(height as usize)?.checked_mul(4)?;
        if bytes > MOST_BYTES {
            return white(size);
        }
        let mut pixels = self.with_room(bytes);
        pixels.resize(bytes, u8::MAX);
        Pixmap::from_vec(pixels, IntSize::from_wh(width, height)?)
    }

    /// Unused room for so many bytes. If there is none, what is smaller goes: it is left from files that were
    /// looked at before.
    fn with_room(&self, bytes: usize) -> Vec<u8> {
        let mut unused = self.unused();
        let found = unused.iter().position(|pixels| pixels.capacity() >= bytes);
        if let Some(found) = found {
            let mut pixels = unused.swap_remove(found);
            pixels.clear();
            return pixels;
        }
        unused.clear();
        Vec::with_capacity(bytes)
    }

    /// Takes back paper that is needed no more.
    pub(super) fn give_back(&self, paper: Pixmap) {
        let pixels = paper.take();
        if pixels.capacity() <= MOST_BYTES {
            self.unused().push(pixels);
        }
    }

    /// Lets go all that are not in use.
    pub(super) fn forget(&self) {
        drop(std::mem::take(&mut *self.unused()));
    }

    fn unused(&self) -> std::sync::MutexGuard<'_, Vec<Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// White paper that nobody had.
pub(super) fn white([width, height]: [u32; 2]) -> Option<Pixmap> {
    let mut paper = Pixmap::new(width, height)?;
    paper.fill(Color::WHITE);
    Some(paper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_that_was_painted_on_is_white_again_whatever_size_it_is_taken_in() {
        let papers = PixmapPool::default();
        for size in [[30, 20], [7, 5], [40, 50], [1, 1]] {
            let mut paper = papers.take(size).unwrap();
            assert_eq!(white(size), Some(paper.clone()));
            paper.fill(Color::BLACK);
            papers.give_back(paper);
            assert_eq!(1, papers.unused().len(), "the same pixels are used again");
        }
        assert_eq!(None, papers.take([0, 9]));
    }
}
