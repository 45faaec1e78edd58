//! How a card stands on a page: upright, or turned by quarters of a circle.

/// A turn on the page as it is read, clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// The head is up.
    #[default]
    Upright,
    /// The head is to the right.
    Right,
    /// The head is down.
    Over,
    /// The head is to the left.
    Left,
}

impl Turn {
    /// How far that is, in degrees clockwise.
    pub fn degrees(self) -> u16 {
        match self {
            Self::Upright => 0,
            Self::Right => 90,
            Self::Over => 180,
            Self::Left => 270,
        }
    }

    /// The left, top, right and bottom of the page as those of a card that stands so.
    pub(in crate::render) fn sides_of_card<T: Copy>(
        self,
        [left, top, right, bottom]: [T; 4],
    ) -> [T; 4] {
        match self {
            Self::Upright => [left, top, right, bottom],
            Self::Right => [top, right, bottom, left],
            Self::Over => [right, bottom, left, top],
            Self::Left => [bottom, left, top, right],
        }
    }

    /// Whether width and height change places on the page.
    pub fn is_sideways(self) -> bool {
        matches!(self, Self::Right | Self::Left)
    }

    /// How the back of such a card stands on the other side of the paper, as that side is read after
    /// the paper was turned on its left or right edge: left and right have changed places.
    #[must_use]
    pub fn behind_sideways(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            upright_or_over => upright_or_over,
        }
    }

    /// The same after the paper was turned or folded on its upper or lower edge: above and below have
    /// changed places.
    #[must_use]
    pub fn behind_headlong(self) -> Self {
        match self {
            Self::Upright => Self::Over,
            Self::Over => Self::Upright,
            sideways => sideways,
        }
    }
}
