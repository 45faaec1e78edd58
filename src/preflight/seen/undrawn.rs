//! What a page asks for and could not be drawn.

use std::fmt;

use hayro_interpret::InterpreterWarning;

use crate::preflight::limits::Limit;

/// Something of a page that is not in its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Undrawn {
    /// A font that cannot be read.
    Font,
    /// A picture that cannot be decoded.
    Picture,
    /// The look of an annotation.
    Annotation,
    /// Something the interpreter warns of without saying more.
    Other,
    /// More than is drawn of one page.
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
