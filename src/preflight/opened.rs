//! What one opening of a file gave.

use super::read_back::ReadBack;
use super::report::RuleResult;
use super::seen::SeenFaces;

/// What one opening of a file gave.
pub(super) struct OpenedFile {
    pub(super) rules: Vec<RuleResult>,
    pub(super) read: Option<ReadBack>,
    pub(super) seen: Option<SeenFaces>,
    /// Width and height in millimetres to which its first page is cut, if it says so.
    pub(super) cut_mm: Option<[f64; 2]>,
}
