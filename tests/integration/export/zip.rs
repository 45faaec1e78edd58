//! Reads zip archives whose files are stored without compression.

use std::io::{Cursor, Read as _};

use zip::{CompressionMethod, DateTime, System, ZipArchive};

/// A file of an archive.
pub struct Entry {
    pub name: String,
    pub bytes: Vec<u8>,
    /// The CRC-32 of the archive's directory.
    pub check: u32,
}

/// Returns the files in the order of the central directory.
///
/// Checks their CRC-32, and the headers that could depend on the machine.
pub fn read(zip: &[u8]) -> Vec<Entry> {
    let mut archive = ZipArchive::new(Cursor::new(zip)).unwrap();
    let entries = (0..archive.len()).map(|number| {
        let mut file = archive.by_index(number).unwrap();
        assert_eq!(CompressionMethod::Stored, file.compression());
        assert_eq!(Some(DateTime::default()), file.last_modified());
        assert_eq!((System::Unix, Some(0o100_644)), (file.system(), file.unix_mode()));
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        Entry { name: file.name().unwrap().into_owned(), bytes, check: file.crc32() }
    });
    entries.collect()
}
