//! A readable PNG with the data its rules inspect.

use crate::preflight::report::Fault;
use crate::preflight::rule::FileRules;

/// The rules for PNG files.
pub(super) struct PngRules;

impl FileRules for PngRules {
    type File<'f> = Picture;
}

/// A readable PNG.
pub(in crate::preflight) struct Picture {
    pub(super) info: png::Info<'static>,
    /// The digest of its pixels as red, green, blue.
    pub(super) digest: String,
    /// Its pixels as red, green, blue, if a rule needs them.
    pub(super) rgb: Option<Vec<u8>>,
    /// Whether all pixels have the same colour.
    pub(super) is_blank: bool,
    /// The faults of its placement record, if it has one.
    pub(super) record_faults: Option<Vec<Fault>>,
    /// The number of bytes after the end of the picture.
    pub(super) behind: usize,
}
