//! Pictures that cannot be used, such as those too large to draw in bounded time and memory.

/// Why a file cannot be used as a picture, and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PictureError {
    pub(super) message: String,
    pub(super) accepted: &'static str,
}

/// The most pixels of a picture, and of all pictures of a template: each card is drawn with them. A
/// poker card with bleed at 850 dpi has 7.5 million.
pub(super) const MOST_PIXELS: u64 = 8_000_000;

/// The most pixels of a side: scaling a picture of one row takes as long as one of thousands.
const MOST_PIXELS_A_SIDE: u32 = 20_000;

impl PictureError {
    pub(super) fn new(message: impl Into<String>, accepted: &'static str) -> Self {
        Self { message: message.into(), accepted }
    }
}

/// Whether a picture of this size can be drawn in bounded time and memory.
pub(in crate::face) fn is_drawable(width: u32, height: u32) -> bool {
    width.max(height) <= MOST_PIXELS_A_SIDE && u64::from(width) * u64::from(height) <= MOST_PIXELS
}

pub(super) fn check_size(width: u32, height: u32) -> Result<(), PictureError> {
    if !is_drawable(width, height) {
        let message = format!("has {width} × {height} pixels");
        let accepted = "no more than 8 million pixels, and no more than 20,000 a side";
        return Err(PictureError::new(message, accepted));
    }
    Ok(())
}
