//! A literal reading of zip archives whose files are stored as they are (PKWARE's APPNOTE 4.3).

/// A file of an archive.
pub struct Entry {
    pub name: String,
    pub bytes: Vec<u8>,
    /// The CRC-32 the archive states.
    pub check: u32,
}

/// The files in the order of the central directory, after everything it says of them was found to
/// be so.
pub fn read(zip: &[u8]) -> Vec<Entry> {
    let number = |at: usize, bytes: usize| {
        (0..bytes).rev().fold(0usize, |sum, byte| sum << 8 | usize::from(zip[at + byte]))
    };
    let end = zip.len() - 22;
    assert_eq!(b"PK\x05\x06", &zip[end..end + 4], "no comment after the end record");
    let mut at = number(end + 16, 4);
    let entries = (0..number(end + 10, 2)).map(|_| {
        assert_eq!(b"PK\x01\x02", &zip[at..at + 4]);
        assert_eq!(0, number(at + 10, 2), "stored");
        let (check, length) = (number(at + 16, 4), number(at + 24, 4));
        assert_eq!(length, number(at + 20, 4), "stored");
        let (name_length, more) = (number(at + 28, 2), number(at + 30, 2) + number(at + 32, 2));
        assert_eq!(0x0021_0000, number(at + 12, 4), "every file has the first date there is");
        let name = &zip[at + 46..at + 46 + name_length];
        let local = number(at + 42, 4);
        assert_eq!(b"PK\x03\x04", &zip[local..local + 4]);
        assert_eq!(name, &zip[local + 30..local + 30 + name_length]);
        assert_eq!([check, length], [number(local + 14, 4), number(local + 22, 4)]);
        let first = local + 30 + name_length + number(local + 28, 2);
        let bytes = zip[first..first + length].to_vec();
        assert_eq!(check, crc32(&bytes) as usize);
        at += 46 + name_length + more;
        Entry {
            name: String::from_utf8(name.to_vec()).unwrap(),
            bytes,
            check: u32::try_from(check).unwrap(),
        }
    });
    let entries = entries.collect();
    assert_eq!(end, at, "nothing lies between the directory and its end");
    entries
}

/// CRC-32 bit by bit (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |check, byte| {
        (0..8).fold(check ^ u32::from(*byte), |check, _| {
            if check & 1 == 1 { check >> 1 ^ 0xedb8_8320 } else { check >> 1 }
        })
    })
}
