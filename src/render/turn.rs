//! The turn of a card on a page, in quarter turns.

/// A clockwise turn on the page as it is read.
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
    /// The turn in degrees clockwise.
    pub fn degrees(self) -> u16 {
        match self {
            Self::Upright => 0,
            Self::Right => 90,
            Self::Over => 180,
            Self::Left => 270,
        }
    }

    /// Reorders the left, top, right and bottom of the page as those of a card with this turn.
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

    /// Whether width and height are swapped on the page.
    pub fn is_sideways(self) -> bool {
        matches!(self, Self::Right | Self::Left)
    }

    /// The turn of such a card's back on the other side of the paper, as that side is read after the paper
    /// was turned on its left or right edge: left and right are swapped.
    #[must_use]
    pub fn behind_sideways(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            upright_or_over => upright_or_over,
        }
    }

    /// The same after the paper was turned or folded on its upper or lower edge: top and bottom are swapped.
    #[must_use]
    pub fn behind_headlong(self) -> Self {
        match self {
            Self::Upright => Self::Over,
            Self::Over => Self::Upright,
            sideways => sideways,
        }
    }
}
