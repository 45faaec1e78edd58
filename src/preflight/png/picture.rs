//! A PNG that could be read.

use crate::preflight::report::Fault;
use crate::preflight::rule::FileRules;

/// The rules for PNG files.
pub(super) struct PngRules;

impl FileRules for PngRules {
    type File<'f> = Picture;
}

/// A PNG that could be read.
pub(in crate::preflight) struct Picture {
    pub(super) info: png::Info<'static>,
    /// The digest of its pixels as red, green and blue.
    pub(super) digest: String,
    /// Its pixels as red, green and blue, where a rule looks at them.
    pub(super) rgb: Option<Vec<u8>>,
    /// Whether it has one colour all over.
    pub(super) is_blank: bool,
    /// What is wrong with its placement record, if it has one.
    pub(super) record_faults: Option<Vec<Fault>>,
    /// Bytes behind its end.
    pub(super) behind: usize,
}
