//! Content of a page that could not be drawn.

use std::fmt;

use hayro_interpret::InterpreterWarning;

use crate::preflight::limits::Limit;

/// Content that is missing in the picture of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Undrawn {
    /// A font that cannot be read.
    Font,
    /// A picture that cannot be decoded.
    Picture,
    /// The appearance of an annotation.
    Annotation,
    /// Anything else that the interpreter warns about.
    Other,
    /// Content beyond a limit.
    LimitExceeded(Limit),
}

impl Undrawn {
    pub(super) fn from_warning(warning: InterpreterWarning) -> Self {
        match warning {
            InterpreterWarning::UnsupportedFont => Self::Font,
            InterpreterWarning::ImageDecodeFailure => Self::Picture,
            InterpreterWarning::UnresolvedAnnotationAppearance => Self::Annotation,
            _ => Self::Other,
        }
    }
}

impl fmt::Display for Undrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Font => "a font of the page cannot be read, so its text is not drawn",
            Self::Picture => "a picture on the page cannot be decoded",
            Self::Annotation => "an annotation on the page cannot be drawn",
            Self::Other => "something on the page cannot be drawn",
            Self::LimitExceeded(limit) => return f.write_str(&limit.undrawn()),
        })
    }
}
