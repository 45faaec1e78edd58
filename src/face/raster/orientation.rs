//! The orientation of a camera picture (Exif 2.3, 4.6.2 and 4.6.4).

/// Whether a picture is stored upright, the default.
pub(super) fn is_upright(exif: &[u8]) -> bool {
    orientation(exif).is_none_or(|orientation| orientation == 1)
}

/// The tag of the orientation among those of the first image.
const ORIENTATION: usize = 0x0112;

/// The orientation, 1 to 8; 1 is upright.
fn orientation(exif: &[u8]) -> Option<usize> {
    let exif = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let big = match exif.get(..2)? {
        b"MM" => true,
        b"II" => false,
        _ => return None,
    };
    let number = |at: usize, length: usize| -> Option<usize> {
        let field = exif.get(at..at.checked_add(length)?)?;
        let shift = |sum: usize, byte: &u8| sum << 8 | usize::from(*byte);
        Some(if big { field.iter().fold(0, shift) } else { field.iter().rev().fold(0, shift) })
    };
    let directory = number(4, 4)?;
    let entries = (0..number(directory, 2)?).map(|place| directory + 2 + place * 12);
    let mut tagged = entries.filter(|&at| number(at, 2) == Some(ORIENTATION));
    number(tagged.next()? + 8, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exif(orientation: u8) -> Vec<u8> {
        let mut bytes = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        bytes.extend([orientation, 0, 0]);
        bytes
    }

    #[test]
    fn one_is_upright_and_the_others_are_not() {
        assert!(is_upright(&exif(1)));
        assert!((2..=8).all(|orientation| !is_upright(&exif(orientation))));
    }

    #[test]
    fn upright_is_the_default() {
        for nothing in [&b""[..], b"II", b"MM\0*\xFF\xFF\xFF\xFF", b"Exif\0\0MM\0*\0\0\0\x08"] {
            assert!(is_upright(nothing), "{nothing:?}");
        }
    }
}
