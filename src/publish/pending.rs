//! Pending files: finished, on the disk, but not yet under their final names.

use std::fs;
use std::io;
use std::path::PathBuf;

use super::RelativeName;
use crate::deck::Digest;

/// A finished file in the hidden folder of its target, where it stays until all files are complete.
#[derive(Debug)]
pub struct PendingFile {
    pub(super) name: RelativeName,
    /// Of the bytes that were written.
    pub(super) digest: Digest,
    pub(super) waits_at: PathBuf,
}

impl PendingFile {
    /// The name it will have below its folder.
    pub fn name(&self) -> &RelativeName {
        &self.name
    }

    /// Reads the bytes back from the disk.
    ///
    /// # Errors
    /// The system's error, and [`io::ErrorKind::InvalidData`] if the bytes have changed.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let bytes = fs::read(&self.waits_at)?;
        if Digest::from_bytes(&bytes) == self.digest {
            Ok(bytes)
        } else {
            Err(io::Error::new(io::ErrorKind::InvalidData, "it is not what was written"))
        }
    }
}

/// The content of a new file.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// Bytes in memory.
    Bytes(&'a [u8]),
    /// A finished file in the hidden folder.
    Pending(&'a PendingFile),
}

impl Content<'_> {
    pub(super) fn digest(self) -> Digest {
        match self {
            Self::Bytes(bytes) => Digest::from_bytes(bytes),
            Self::Pending(pending) => pending.digest,
        }
    }
}
