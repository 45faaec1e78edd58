//! A finished file with its path.

/// A finished file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Its path below the output folder, with forward slashes.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}
