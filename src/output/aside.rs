//! Finished files that wait for the last of a run, on the disk and not in memory.

use std::fs;
use std::io;
use std::path::PathBuf;

use super::RelativeName;
use crate::deck::Digest;

/// A file that waits in the hidden folder of its target, where nobody sees it until all are complete.
#[derive(Debug)]
pub struct PendingFile {
    pub(super) name: RelativeName,
    /// Of what was written.
    pub(super) digest: Digest,
    pub(super) waits_at: PathBuf,
}

impl PendingFile {
    /// Where it belongs.
    pub fn name(&self) -> &RelativeName {
        &self.name
    }

    /// What lies on the disk.
    ///
    /// # Errors
    /// What the system says, and [`io::ErrorKind::InvalidData`] if that is not what was written.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let bytes = fs::read(&self.waits_at)?;
        if Digest::from_bytes(&bytes) == self.digest {
            Ok(bytes)
        } else {
            Err(io::Error::new(io::ErrorKind::InvalidData, "it is not what was written"))
        }
    }
}

/// What is in a new file.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// What was put aside.
    PendingFile(&'a PendingFile),
}

impl Content<'_> {
    pub(super) fn digest(self) -> Digest {
        match self {
            Self::Bytes(bytes) => Digest::from_bytes(bytes),
            Self::PendingFile(aside) => aside.digest,
        }
    }
}
