//! Sizes and rectangles on a page or picture.

use super::Mm;

/// Width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// From left to right.
    pub width: Mm,
    /// From top to bottom.
    pub height: Mm,
}

/// An upright rectangle: its upper left corner and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: Mm,
    /// The upper edge.
    pub y: Mm,
    /// From left to right.
    pub width: Mm,
    /// From top to bottom.
    pub height: Mm,
}

impl From<kurbo::Rect> for Rect {
    /// A rectangle in millimetres.
    fn from(rect: kurbo::Rect) -> Self {
        let [x, y, width, height] = [rect.x0, rect.y0, rect.width(), rect.height()].map(Mm);
        Self { x, y, width, height }
    }
}

impl Rect {
    /// The rectangle of a size with its corner at the origin.
    pub fn at_origin(size: Size) -> Self {
        Self { x: Mm::ZERO, y: Mm::ZERO, width: size.width, height: size.height }
    }

    /// The right edge.
    pub fn right(&self) -> Mm {
        self.x + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> Mm {
        self.y + self.height
    }

    /// Its width and height.
    pub fn size(&self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// The rectangle with every edge moved outward; inward if `by` is negative.
    #[must_use]
    pub fn grown(&self, by: Mm) -> Self {
        self.grown_by([by; 4])
    }

    /// The same with its left, top, right and bottom moved outward by these lengths.
    #[must_use]
    pub fn grown_by(&self, [left, top, right, bottom]: [Mm; 4]) -> Self {
        Self {
            x: self.x - left,
            y: self.y - top,
            width: self.width + left + right,
            height: self.height + top + bottom,
        }
    }

    /// Whether `inner` is inside, up to a micrometre: less than any press or plotter resolves.
    pub fn contains(&self, inner: &Self) -> bool {
        const SLACK: Mm = Mm(0.001);
        inner.x >= self.x - SLACK
            && inner.y >= self.y - SLACK
            && inner.right() <= self.right() + SLACK
            && inner.bottom() <= self.bottom() + SLACK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_by_the_bleed_and_back_changes_nothing() {
        let trim = Rect { x: Mm(1.0), y: Mm(2.0), width: Mm(63.0), height: Mm(88.0) };
        assert_eq!(trim, trim.grown(Mm(3.0)).grown(Mm(-3.0)));
        assert!(trim.grown(Mm(3.0)).contains(&trim));
        assert!(!trim.contains(&trim.grown(Mm(0.01))));
    }
}
