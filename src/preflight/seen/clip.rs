//! Nested clips of a page.

use std::cell::OnceCell;

use hayro_interpret::kurbo::Rect;
use resvg::tiny_skia::{self, FillRule, Mask, Path, PathBuilder, Transform};

use super::shapes::{kurbo_rect, upright};

/// The intersection of the open clips.
pub(super) struct Clip {
    /// The bounding box; nothing outside is painted.
    bounds: Rect,
    /// Whether all clips are upright rectangles, so that the bounds are exact.
    is_upright: bool,
    /// The path of the innermost clip; `None` if it is empty.
    path: Option<Path>,
    rule: FillRule,
    /// The mask, created when a shape crosses an edge of the clip.
    mask: OnceCell<Option<Mask>>,
}

/// How much of a shape is visible through the clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    Nothing,
    Part,
    All,
}

impl Clip {
    /// An empty clip, which hides everything.
    pub(super) fn shut() -> Self {
        Self {
            bounds: Rect::new(-2.0, -2.0, -1.0, -1.0),
            is_upright: true,
            path: None,
            rule: FillRule::Winding,
            mask: OnceCell::new(),
        }
    }

    /// Adds a clip inside the open ones, or inside the whole frame.
    pub(super) fn within(open: Option<&Self>, frame: Rect, path: Path, rule: FillRule) -> Self {
        let (before, are_upright) =
            open.map_or((frame, true), |clip| (clip.bounds, clip.is_upright));
        Self {
            bounds: kurbo_rect(path.bounds()).intersect(before),
            is_upright: are_upright && upright(&path).is_some(),
            path: Some(path),
            rule,
            mask: OnceCell::new(),
        }
    }

    /// The clip as an upright rectangle, if it is one.
    pub(super) fn rectangle(&self) -> Option<Rect> {
        self.is_upright.then_some(self.bounds)
    }

    /// How much of a shape with these bounds can be visible.
    pub(super) fn shows(&self, bounds: Rect) -> Share {
        let own = self.bounds;
        let is_outside =
            bounds.x1 < own.x0 || bounds.x0 > own.x1 || bounds.y1 < own.y0 || bounds.y0 > own.y1;
        match self.is_upright && own.contains_rect(bounds) {
            _ if is_outside => Share::Nothing,
            true => Share::All,
            false => Share::Part,
        }
    }

    /// The mask of all open clips; `None` if nothing is visible. `open` are the clips up to and including this one.
    pub(super) fn mask(&self, open: &[Self], size: [u32; 2]) -> Option<&Mask> {
        self.mask.get_or_init(|| mask_of(open, size)).as_ref()
    }
}

fn mask_of(clips: &[Clip], [width, height]: [u32; 2]) -> Option<Mask> {
    // The last of the leading upright clips has the bounds of all of them.
    let upright = clips.iter().take_while(|clip| clip.is_upright).count();
    let rect = clips[..upright].last().map(|clip| pixels(clip.bounds).map(PathBuilder::from_rect));
    let first = rect.into_iter().map(|path| (path, FillRule::Winding));
    let others = clips[upright..].iter().map(|clip| (clip.path.clone(), clip.rule));
    let mut mask: Option<Mask> = None;
    for (path, rule) in first.chain(others) {
        let path = path?;
        match &mut mask {
            None => {
                let mut first = Mask::new(width, height)?;
                first.fill_path(&path, rule, true, Transform::identity());
                mask = Some(first);
            }
            Some(mask) => mask.intersect_path(&path, rule, true, Transform::identity()),
        }
    }
    mask
}

/// Converts a rectangle to the rasterizer's type; `None` if it is empty.
pub(super) fn pixels(rect: Rect) -> Option<tiny_skia::Rect> {
    let [left, top, right, bottom] = [rect.x0, rect.y0, rect.x1, rect.y1].map(|side| side as f32);
    tiny_skia::Rect::from_ltrb(left, top, right, bottom)
}
