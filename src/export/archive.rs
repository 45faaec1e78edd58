//! Zip archives: every file stored as it is, at the same date, in the order given (PKWARE's
//! APPNOTE 6.3.10, 4.3).

use crate::diagnostic::{Problem, Problems};

/// What stands before a file and again in the list at the end.
struct Entry<'f> {
    name: &'f str,
    check: u32,
    length: u32,
    /// Where it begins in the archive.
    start: u32,
}

/// An archive of these files, each with its name in the archive. Nothing is compressed: pictures are
/// already.
///
/// # Errors
/// That the files are more, longer or named longer than the plain format counts: 65,535 files, 4 GB,
/// 65,535 bytes of a name.
pub(crate) fn archive(files: &[(&str, &[u8])]) -> Result<Vec<u8>, Problems> {
    written(files).ok_or_else(|| {
        let message = "the archive cannot be written: it is larger than a zip archive may be";
        Problem::coded("export.not-written", message).accepts("65,535 files of 4 GB in all").into()
    })
}

fn written(files: &[(&str, &[u8])]) -> Option<Vec<u8>> {
    let mut archive = Vec::new();
    let mut entries = Vec::new();
    for &(name, bytes) in files {
        let (start, length) = (length_of(&archive)?, length_of(bytes)?);
        let entry = Entry { name, check: crc32fast::hash(bytes), length, start };
        archive.extend(b"PK\x03\x04");
        archive.extend(entry.described()?);
        archive.extend(name.as_bytes());
        archive.extend(bytes);
        entries.push(entry);
    }
    let list = length_of(&archive)?;
    for entry in &entries {
        archive.extend(b"PK\x01\x02");
        // Made on Unix, by version 1.0 of the format.
        archive.extend([10, 3]);
        archive.extend(entry.described()?);
        // No comment, on the first disk, not known to be text.
        archive.extend([0; 6]);
        // A file that its owner may write and everybody read.
        archive.extend((0o100_644_u32 << 16).to_le_bytes());
        archive.extend(entry.start.to_le_bytes());
        archive.extend(entry.name.as_bytes());
    }
    let (count, end) = (u16::try_from(entries.len()).ok()?, length_of(&archive)?);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend((end - list).to_le_bytes());
    archive.extend(list.to_le_bytes());
    archive.extend([0; 2]);
    Some(archive)
}

fn length_of(bytes: &[u8]) -> Option<u32> {
    u32::try_from(bytes.len()).ok()
}

impl Entry<'_> {
    /// What both descriptions of a file begin with: from the version needed to the length of what
    /// follows the name, which is nothing.
    fn described(&self) -> Option<Vec<u8>> {
        // Bit 11: the name is UTF-8.
        let is_utf8: u16 = if self.name.is_ascii() { 0 } else { 1 << 11 };
        let name = u16::try_from(self.name.len()).ok()?;
        let mut described = vec![10, 0];
        described.extend(is_utf8.to_le_bytes());
        // Stored, at midnight of 1 January 1980, the first moment there is.
        described.extend([0, 0, 0, 0, 0x21, 0]);
        described.extend(self.check.to_le_bytes());
        described.extend(self.length.to_le_bytes());
        described.extend(self.length.to_le_bytes());
        described.extend(name.to_le_bytes());
        described.extend([0; 2]);
        Some(described)
    }
}
