//! What the filters of streams were put on, taken off again (PDF Reference 1.4, 3.3). Those that pack
//! pictures of pixels alone are not known here.

use std::io::{Read, Result};

use flate2::read::{DeflateDecoder, ZlibDecoder};
use weezl::decode::Decoder;
use weezl::{BitOrder, LzwStatus};

use super::lexer::{digit, is_space};
use super::packed::Packed;
use super::predictor::predicted;
use super::value::shown;
use crate::pdf_value::{Dictionary, Object};
use crate::preflight::limits::Limit;

/// The bytes without a filter.
///
/// # Errors
/// If they are more than the limit, do not fit the filter, or it is not known.
pub(super) fn without(
    filter: &[u8],
    packed: &[u8],
    parameters: Option<&Dictionary>,
    limit: Limit,
) -> std::result::Result<Vec<u8>, Packed> {
    let unpacked = match filter {
        b"FlateDecode" => predicted(flate(packed, limit), parameters, limit)?,
        b"LZWDecode" => predicted(lzw(packed, parameters, limit), parameters, limit)?,
        b"ASCIIHexDecode" => hexadecimal(packed)?,
        b"ASCII85Decode" => base_85(packed, limit)?,
        b"RunLengthDecode" => runs(packed, limit)?,
        other => {
            return Err(Packed::cannot(&format!("the filter {} is not known", shown(other))));
        }
    };
    limit.hold(unpacked.len())?;
    Ok(unpacked)
}

/// What there is of it where it breaks off: the check sum, or the rows of pixels, tell that. No more
/// than a byte past the limit.
fn flate(packed: &[u8], limit: Limit) -> Vec<u8> {
    if packed.is_empty() {
        return Vec::new();
    }
    let most = limit.most.saturating_add(1);
    let mut unpacked = Vec::with_capacity(packed.len().saturating_mul(2).min(most));
    let read = |from: &mut dyn Read, to: &mut Vec<u8>| -> Result<usize> {
        from.take(most as u64).read_to_end(to)
    };
    let whole = read(&mut ZlibDecoder::new(packed), &mut unpacked);
    // Some writers spoil the two bytes before it.
    if whole.is_err() && unpacked.is_empty() && packed.len() > 2 {
        let _ = read(&mut DeflateDecoder::new(&packed[2..]), &mut unpacked);
    }
    unpacked
}

/// As [`flate`]: what there is, and little more than the limit.
fn lzw(packed: &[u8], parameters: Option<&Dictionary>, limit: Limit) -> Vec<u8> {
    const AT_ONCE: usize = 1 << 16;
    let early = parameters.and_then(|own| own.get(b"EarlyChange")).and_then(Object::as_i64);
    let mut decoder = match early {
        Some(0) => Decoder::new(BitOrder::Msb, 8),
        _ => Decoder::with_tiff_size_switch(BitOrder::Msb, 8),
    };
    let (mut rest, mut unpacked, mut piece) = (packed, Vec::new(), vec![0; AT_ONCE]);
    loop {
        let step = decoder.decode_bytes(rest, &mut piece);
        rest = &rest[step.consumed_in..];
        unpacked.extend(&piece[..step.consumed_out]);
        if !matches!(step.status, Ok(LzwStatus::Ok)) || unpacked.len() > limit.most {
            return unpacked;
        }
    }
}

fn hexadecimal(packed: &[u8]) -> std::result::Result<Vec<u8>, Packed> {
    let mut unpacked = Vec::with_capacity(packed.len() / 2 + 1);
    let mut high = None;
    for &byte in packed.iter().filter(|byte| !is_space(**byte)).take_while(|byte| **byte != b'>') {
        let own = digit(byte).ok_or_else(|| Packed::cannot("no digit in hexadecimal digits"))?;
        match high.take() {
            Some(high) => unpacked.push(high << 4 | own),
            None => high = Some(own),
        }
    }
    unpacked.extend(high.map(|high: u8| high << 4));
    Ok(unpacked)
}

/// Groups of five digits for four bytes, `z` for four that are 0.
fn base_85(packed: &[u8], limit: Limit) -> std::result::Result<Vec<u8>, Packed> {
    let mut unpacked = Vec::new();
    let (mut group, mut digits) = (0_u32, 0);
    let with = |group: u32, digit: u8| {
        let next = group.checked_mul(85).and_then(|group| group.checked_add(digit.into()));
        next.ok_or_else(|| Packed::cannot("a group of base 85 is too large"))
    };
    for &byte in packed.iter().filter(|byte| !is_space(**byte)) {
        match byte {
            b'z' if digits == 0 => unpacked.extend([0; 4]),
            b'z' => return Err(Packed::cannot("a z within a group of base 85")),
            b'!'..=b'u' => {
                (group, digits) = (with(group, byte - b'!')?, digits + 1);
                if digits == 5 {
                    unpacked.extend(group.to_be_bytes());
                    (group, digits) = (0, 0);
                }
            }
            _ => break,
        }
        limit.hold(unpacked.len())?;
    }
    if digits > 0 {
        for _ in digits..5 {
            group = with(group, 84)?;
        }
        unpacked.extend(&group.to_be_bytes()[..digits - 1]);
    }
    Ok(unpacked)
}

/// Bytes as they are and bytes many times over, each run behind its length.
fn runs(packed: &[u8], limit: Limit) -> std::result::Result<Vec<u8>, Packed> {
    let mut unpacked = Vec::new();
    let mut rest = packed;
    while let [length, after @ ..] = rest {
        let length = usize::from(*length);
        let (run, times, next) = match length {
            ..128 => match after.split_at_checked(length + 1) {
                Some((run, next)) => (run, 1, next),
                None => return Err(Packed::cannot("a run of bytes breaks off")),
            },
            128 => break,
            _ => match after.split_at_checked(1) {
                Some((run, next)) => (run, 257 - length, next),
                None => return Err(Packed::cannot("a run of bytes breaks off")),
            },
        };
        (0..times).for_each(|_| unpacked.extend(run));
        limit.hold(unpacked.len())?;
        rest = next;
    }
    Ok(unpacked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf_value::dictionary;

    const LIMIT: Limit = Limit { what: "bytes", most: 5_000 };

    fn unpacked(filter: &str, packed: &[u8]) -> std::result::Result<Vec<u8>, Packed> {
        without(filter.as_bytes(), packed, None, LIMIT)
    }

    #[test]
    fn texts_of_digits_are_read_as_the_reference_writes_them() {
        assert_eq!(Ok(b"Man p".to_vec()), unpacked("ASCIIHexDecode", b"4d 61\n6E20 7>rest"));
        assert!(matches!(unpacked("ASCIIHexDecode", b"4x"), Err(Packed::Broken(_))));
        let text = br"9jqo^BlbD-BleB1DJ+*+F(f,q/0JhKF<GL>Cj@.4Gp$d7F!,L7@<6@)/0JDEF<G%<+EV:2F!,
            O<DJ+*.@<*K0~>";
        let expected = b"Man is distinguished, not only by his reason, but by this singular";
        let read = unpacked("ASCII85Decode", text).unwrap();
        assert!(read.starts_with(&expected[..60]), "{}", String::from_utf8_lossy(&read));
        assert_eq!(Ok(vec![0, 0, 0, 0, b'M']), unpacked("ASCII85Decode", b"z9`~>\n"));
        for broken in [&b"uuuuu~>"[..], b"9z~>", b"uuuu~>"] {
            assert!(matches!(unpacked("ASCII85Decode", broken), Err(Packed::Broken(_))));
        }
    }

    #[test]
    fn runs_end_at_their_mark() {
        assert_eq!(Ok(b"abcddd".to_vec()), unpacked("RunLengthDecode", b"\x02abc\xFEd\x80rest"));
        assert!(matches!(unpacked("RunLengthDecode", b"\x05ab"), Err(Packed::Broken(_))));
        assert!(matches!(unpacked("RunLengthDecode", b"\x81"), Err(Packed::Broken(_))));
    }

    #[test]
    fn lzw_is_read_with_both_ways_of_counting() {
        let text: Vec<u8> = (0..4_000_u32).map(|at| (at * at % 251) as u8).collect();
        for (early, mut encoder) in [
            (None, weezl::encode::Encoder::with_tiff_size_switch(BitOrder::Msb, 8)),
            (Some(1), weezl::encode::Encoder::with_tiff_size_switch(BitOrder::Msb, 8)),
            (Some(0), weezl::encode::Encoder::new(BitOrder::Msb, 8)),
        ] {
            let packed = encoder.encode(&text).unwrap();
            let parameters = early.map(|early| dictionary! { "EarlyChange" => early });
            let read = without(b"LZWDecode", &packed, parameters.as_ref(), LIMIT);
            assert_eq!(Ok(&text), read.as_ref());
            let broken_off = without(b"LZWDecode", &packed[..50], parameters.as_ref(), LIMIT);
            assert!(text.starts_with(&broken_off.unwrap()));
        }
    }

    #[test]
    fn what_grows_past_the_limit_is_refused() {
        let zeros = vec![0; 8_000_000];
        let lzw = weezl::encode::Encoder::with_tiff_size_switch(BitOrder::Msb, 8).encode(&zeros);
        for (filter, packed) in [
            ("LZWDecode", lzw.unwrap()),
            ("ASCII85Decode", vec![b'z'; 10_000]),
            ("RunLengthDecode", vec![129; 10_000]),
            ("ASCIIHexDecode", vec![b'0'; 20_000]),
        ] {
            assert_eq!(Err(Packed::Past(LIMIT.past())), unpacked(filter, &packed), "{filter}");
        }
    }

    #[test]
    fn a_filter_for_pictures_is_not_known() {
        let Err(Packed::Broken(reason)) = unpacked("DCTDecode", b"") else { panic!() };
        assert_eq!("a stream cannot be unpacked: the filter DCTDecode is not known", reason);
    }
}
