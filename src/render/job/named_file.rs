//! A file that was made.

/// A finished file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Where it belongs below the output folder, with forward slashes.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}
