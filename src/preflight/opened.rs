//! The result of opening a file.

use super::read_back::ReadBack;
use super::report::RuleResult;
use super::seen::SeenFaces;

/// The result of opening a file.
pub(super) struct OpenedFile {
    pub(super) rules: Vec<RuleResult>,
    pub(super) read: Option<ReadBack>,
    pub(super) seen: Option<SeenFaces>,
    /// The trim size of its first page in millimetres, width and height, if it states one.
    pub(super) cut_mm: Option<[f64; 2]>,
}
