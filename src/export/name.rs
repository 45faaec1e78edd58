//! Names of exported files.

use crate::deck::Digest;
use crate::render::NamedFile;

/// The first eight digits of the digest of a file's content.
pub(super) fn fingerprint(bytes: &[u8]) -> String {
    let digest = Digest::from_bytes(bytes).to_string();
    digest.chars().skip_while(|&c| c != ':').skip(1).take(8).collect()
}

/// The name of a file without its folders, with a fingerprint of its content: `card-34-0a1b2c3d.png`.
pub(super) fn fingerprinted(file: &NamedFile) -> String {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    format!("{stem}-{}.{ending}", fingerprint(&file.bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_the_start_of_the_digest() {
        assert_eq!("e3b0c442", fingerprint(b""));
    }
}
