//! Draws the pages of a PDF with an interpreter that shares no code with this program's writer.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::kurbo::{Affine, Rect};
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, interpret_page};
use resvg::tiny_skia::Pixmap;

use super::canvas::Canvas;
use super::pixmap_pool::white;
use super::undrawn::Undrawn;
use crate::geometry::POINTS_PER_INCH;
use crate::render::png::{self, Dpi};

/// A page of a PDF, counted from 1, as preflight sees it: a PNG of this resolution.
///
/// # Errors
/// If the file cannot be opened or the page does not exist.
pub fn page_picture(bytes: &[u8], page: usize, dpi: Dpi) -> Result<Vec<u8>, String> {
    let pages = Pages::open(bytes.to_vec())?;
    let index = page.checked_sub(1).ok_or("pages count from 1")?;
    let paper = pages.0.pages().get(index).ok_or("the page does not exist")?.media_box();
    let scale = f64::from(dpi.get()) / POINTS_PER_INCH;
    let size = [paper.x1 - paper.x0, paper.y1 - paper.y0];
    let size = size.map(|side| (side * scale).round().clamp(1.0, MOST_SIDE) as u32);
    let place = Affine::new([scale, 0.0, 0.0, -scale, -paper.x0 * scale, paper.y1 * scale]);
    let drawn = white(size).and_then(|paper| pages.draw(index, place, paper, &Cache::new()));
    let drawn = drawn.ok_or("the page cannot be drawn")?;
    png::write(&drawn.pixmap, Some(dpi), ::png::Compression::Fast, &[])
        .map_err(|problems| problems.to_string())
}

/// The limit on a side of the picture in pixels: A3 at 600 dpi.
const MOST_SIDE: f64 = 10_000.0;

/// A PDF that can be drawn.
pub(super) struct Pages(Pdf);

/// The interpreter's cache of resources; each thread has its own.
pub(super) type Cache<'p> = InterpreterCache<'p>;

/// A drawn page.
pub(super) struct DrawnPage {
    pub pixmap: Pixmap,
    /// What could not be drawn.
    pub undrawn: BTreeSet<Undrawn>,
}

impl Pages {
    /// Opens a file.
    ///
    /// # Errors
    /// Why it cannot be drawn.
    pub(super) fn open(bytes: Vec<u8>) -> Result<Self, String> {
        Pdf::new(bytes).map(Self).map_err(|error| format!("{error:?}"))
    }

    /// How many pages there are.
    pub(super) fn count(&self) -> usize {
        self.0.pages().len()
    }

    /// Draws a page on white paper.
    /// `place` transforms points, y upward, to pixels, y downward. `None` if the page does not exist.
    pub(super) fn draw<'p>(
        &'p self,
        page: usize,
        place: Affine,
        paper: Pixmap,
        cache: &Cache<'p>,
    ) -> Option<DrawnPage> {
        let page = self.0.pages().get(page)?;
        let warnings = Arc::new(Mutex::new(BTreeSet::new()));
        let reported = Arc::clone(&warnings);
        let settings = InterpreterSettings {
            warning_sink: Arc::new(move |warning| {
                let mut reported =
                    reported.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                reported.insert(Undrawn::from_warning(warning));
            }),
            ..InterpreterSettings::default()
        };
        let [width, height] = [paper.width(), paper.height()].map(f64::from);
        let mut canvas = Canvas::on(paper);
        let whole = Rect::new(0.0, 0.0, width, height);
        let mut context = Context::new(place, whole, cache, self.0.xref(), settings);
        interpret_page(page, &mut context, &mut canvas);
        let (pixmap, mut undrawn) = canvas.finish();
        undrawn.extend(&*warnings.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        Some(DrawnPage { pixmap, undrawn })
    }
}
