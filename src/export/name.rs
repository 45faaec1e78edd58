//! Names of exported files.

use crate::deck::Digest;
use crate::render::NamedFile;

/// Eight digits of the digest of what is in a file.
pub(super) fn fingerprint(bytes: &[u8]) -> String {
    let digest = Digest::from_bytes(bytes).to_string();
    digest.chars().skip_while(|&c| c != ':').skip(1).take(8).collect()
}

/// The name of a file, without its folders, with a fingerprint of what is in it:
/// `card-34-0a1b2c3d.png`.
pub(super) fn fingerprinted(file: &NamedFile) -> String {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    format!("{stem}-{}.{ending}", fingerprint(&file.bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_how_the_digest_begins() {
        assert_eq!("e3b0c442", fingerprint(b""));
    }
}
