//! A pool of page buffers. Freeing and reallocating them fragments the heap, so each page reuses the previous one's.

use std::sync::{Mutex, PoisonError};

use resvg::tiny_skia::{Color, IntSize, Pixmap};

/// The size in bytes of the largest buffer that is kept: A3 at six pixels per millimetre.
const MOST_BYTES: usize = 20_000_000;

/// Unused buffers, as many as were ever in use at once.
#[derive(Default)]
pub(super) struct PixmapPool(Mutex<Vec<Vec<u8>>>);

impl PixmapPool {
    /// A white page of this size in pixels, if it can be allocated.
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

    /// An unused buffer of at least this size. If there is none, the smaller ones of earlier files are freed.
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

    /// Returns a page to the pool.
    pub(super) fn give_back(&self, paper: Pixmap) {
        let pixels = paper.take();
        if pixels.capacity() <= MOST_BYTES {
            self.unused().push(pixels);
        }
    }

    /// Frees all unused buffers.
    pub(super) fn forget(&self) {
        drop(std::mem::take(&mut *self.unused()));
    }

    fn unused(&self) -> std::sync::MutexGuard<'_, Vec<Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A newly allocated white page.
pub(super) fn white([width, height]: [u32; 2]) -> Option<Pixmap> {
    let mut paper = Pixmap::new(width, height)?;
    paper.fill(Color::WHITE);
    Some(paper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reused_page_is_white_at_any_size() {
        let pixmaps = PixmapPool::default();
        for size in [[30, 20], [7, 5], [40, 50], [1, 1]] {
            let mut paper = pixmaps.take(size).unwrap();
            assert_eq!(white(size), Some(paper.clone()));
            paper.fill(Color::BLACK);
            pixmaps.give_back(paper);
            assert_eq!(1, pixmaps.unused().len(), "the same buffer is reused");
        }
        assert_eq!(None, pixmaps.take([0, 9]));
    }
}
