//! Tables of version 4: curves, a grid, curves, a matrix and curves once more.
//!
//! Reference: ICC.1:2010-12 (version 4.3), `lutAToBType` (10.10), `lutBToAType` (10.11), `curveType` (10.5)
//! and `parametricCurveType` (10.15). L*a*b* is encoded as in tables of 8 bits.
//!
//! Curves are read as tables. Parametric curves contain powers, whose last digit differs between machines,
//! and with it the inks of a picture.

use super::table::{Coding, Mixing, Table, UNKNOWN, numbers, part, values};

/// Why a profile is not read, in words that follow "the profile".
const FORMULA: &str = "has curves given as formulas, which are not read: save it as version 2, or with its curves as tables";

/// The identity matrix.
const PLAIN: [[f64; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Reads the table at the start of `data`, `mAB ` or `mBA `.
///
/// # Errors
/// Why the table is not supported.
pub(super) fn read(data: &[u8]) -> Result<Table, &'static str> {
    let count = |at: usize| data.get(at).copied().map_or(0, usize::from);
    let (inputs, outputs) = (count(8), count(9));
    // The colour side has three components, the ink side as many as the other side of the grid.
    let is_from_inks = data.starts_with(b"mAB ");
    let (inks, colour) = if is_from_inks { (inputs, outputs) } else { (outputs, inputs) };
    if colour != 3 || !(1..=4).contains(&inks) {
        return Err(UNKNOWN);
    }
    let place = |at: usize| long(data, at).filter(|&place| place > 0);
    let plain = |count: usize| vec![vec![0.0, 1.0]; count];
    let curves_at = |at: usize, count: usize| match place(at) {
        Some(place) => curves(data, place, count),
        None => Ok(plain(count)),
    };
    let next_to_colour = curves_at(12, 3)?;
    let matrix = match place(16) {
        Some(place) => matrix(data, place).ok_or(UNKNOWN)?,
        None => PLAIN,
    };
    let (of_colour, of_inks) = (curves_at(20, 3)?, curves_at(28, inks)?);
    let (points, grid) =
        place(24).and_then(|place| grid(data, place, inputs, outputs)).ok_or(UNKNOWN)?;
    let (before, after) = if is_from_inks { (of_inks, of_colour) } else { (of_colour, of_inks) };
    let mixing = Some(Mixing { curves: next_to_colour, matrix });
    Ok(Table { coding: Coding::Eight, mixing, before, points, grid, after })
}

fn long(data: &[u8], at: usize) -> Option<usize> {
    let bytes = data.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?) as usize)
}

/// Consecutive curves, each aligned to four bytes.
fn curves(data: &[u8], mut at: usize, count: usize) -> Result<Vec<Vec<f64>>, &'static str> {
    let mut curves = Vec::new();
    for _ in 0..count {
        let head = at.checked_add(4).and_then(|end| data.get(at..end)).ok_or(UNKNOWN)?;
        let (curve, length) = match head {
            b"curv" => table(data, at),
            b"para" => formula(data, at),
            _ => Err(UNKNOWN),
        }?;
        curves.push(curve);
        at += length.next_multiple_of(4);
    }
    Ok(curves)
}

/// A sampled curve and its length in bytes. Without points it is the identity; one point is a power.
fn table(data: &[u8], at: usize) -> Result<(Vec<f64>, usize), &'static str> {
    let points = long(data, at + 8).ok_or(UNKNOWN)?;
    let bytes = points.checked_mul(2).and_then(|bytes| data.get(at + 12..)?.get(..bytes));
    let found = numbers(bytes.ok_or(UNKNOWN)?, true);
    let curve = match found[..] {
        [] | [0x0100] => vec![0.0, 1.0],
        [_] => return Err(FORMULA),
        _ => found.into_iter().map(part).collect(),
    };
    Ok((curve, 12 + 2 * points))
}

/// A parametric curve and its length in bytes: only the power of one is read, which is the identity.
fn formula(data: &[u8], at: usize) -> Result<(Vec<f64>, usize), &'static str> {
    match data.get(at + 8..at + 16) {
        Some([0, 0, _, _, 0, 1, 0, 0]) => Ok((vec![0.0, 1.0], 16)),
        Some(_) => Err(FORMULA),
        None => Err(UNKNOWN),
    }
}

/// A 3 × 3 matrix by rows and three offsets.
fn matrix(data: &[u8], at: usize) -> Option<[[f64; 4]; 3]> {
    let numbers = data.get(at..)?;
    let number = |place: usize| {
        let bytes = numbers.get(4 * place..4 * place + 4)?;
        Some(f64::from(i32::from_be_bytes(bytes.try_into().ok()?)) / 65536.0)
    };
    let row = |row: usize| {
        let share = |column: usize| number(3 * row + column);
        Some([share(0)?, share(1)?, share(2)?, number(9 + row)?])
    };
    Some([row(0)?, row(1)?, row(2)?])
}

/// The number of grid points along each input, and the values.
fn grid(data: &[u8], at: usize, inputs: usize, outputs: usize) -> Option<(Vec<usize>, Vec<u16>)> {
    let points: Vec<usize> =
        data.get(at..at.checked_add(inputs)?)?.iter().copied().map(usize::from).collect();
    let width = usize::from(*data.get(at + 16)?);
    let bytes = values(&points, outputs)?.checked_mul(width)?;
    let bytes = data.get(at..)?.get(20..)?.get(..bytes)?;
    matches!(width, 1 | 2).then(|| (points, numbers(bytes, width == 2)))
}

#[cfg(test)]
mod tests {
    use super::super::{Intent, PROFILE, Profile, place};
    use super::*;
    use crate::face::Rgb;

    /// Three or four identity curves: as a table, without points, as a power of one.
    fn straight(count: usize) -> Vec<u8> {
        let all: [&[u8]; 3] = [
            b"curv\0\0\0\0\0\0\0\x03\0\0\x80\0\xff\xff\0\0",
            b"curv\0\0\0\0\0\0\0\0",
            b"para\0\0\0\0\0\0\0\0\0\x01\0\0",
        ];
        (0..count).flat_map(|place| all[place % 3].iter().copied()).collect()
    }

    /// A version 2 table of the bundled profile as one of version 4, with its grid and curves kept and L*a*b*
    /// recoded by the matrix.
    fn as_version_4(tag: &[u8; 4]) -> Vec<u8> {
        let old = &PROFILE[place(PROFILE, tag).unwrap()..];
        let is_from_inks = tag.starts_with(b"A2B");
        let (inputs, outputs) = if is_from_inks { (4, 3) } else { (3, 4) };
        let table = Table::read(PROFILE, place(PROFILE, tag).unwrap(), inputs, outputs).unwrap();
        assert_eq!(b"mft2", &old[..4], "the matrix is for tables of 16 bits");
        let curves = |curves: &[Vec<f64>]| -> Vec<u8> {
            let mut bytes = Vec::new();
            for curve in curves {
                bytes.extend(b"curv\0\0\0\0");
                bytes.extend(u32::try_from(curve.len()).unwrap().to_be_bytes());
                for point in curve {
                    bytes.extend(((point * 65535.0).round() as u16).to_be_bytes());
                }
                bytes.resize(bytes.len().next_multiple_of(4), 0);
            }
            bytes
        };
        // 16 bits hold 652.8 a step of light and 256 one of chroma, version 4 655.35 and 257.
        let share: f64 = if is_from_inks { 65535.0 / 65280.0 } else { 65280.0 / 65535.0 };
        let mut matrix = Vec::new();
        for cell in 0..9 {
            let number = if cell % 4 == 0 { share } else { 0.0 };
            matrix.extend(((number * 65536.0).round() as i32).to_be_bytes());
        }
        matrix.extend([0; 12]);
        let mut grid: Vec<u8> = table.points.iter().map(|&points| points as u8).collect();
        grid.resize(16, 0);
        grid.extend([2, 0, 0, 0]);
        grid.extend(table.grid.iter().flat_map(|value| value.to_be_bytes()));
        grid.resize(grid.len().next_multiple_of(4), 0);
        let (of_inks, of_colour) = if is_from_inks {
            (&table.before, &table.after)
        } else {
            (&table.after, &table.before)
        };
        let parts = [straight(3), matrix, curves(of_colour), grid, curves(of_inks)];
        let mut bytes = if is_from_inks { b"mAB ".to_vec() } else { b"mBA ".to_vec() };
        bytes.extend([0, 0, 0, 0, inputs as u8, outputs as u8, 0, 0]);
        let mut at = 32_u32;
        for part in &parts {
            bytes.extend(at.to_be_bytes());
            at += u32::try_from(part.len()).unwrap();
        }
        bytes.extend(parts.concat());
        bytes
    }

    /// The bundled profile with its tables in version 4.
    fn profile() -> Vec<u8> {
        let mut icc = PROFILE.to_vec();
        icc[8] = 4;
        for tag in [b"A2B0", b"A2B1", b"B2A0", b"B2A1"] {
            let Some(entry) =
                (0..40).map(|entry| 132 + 12 * entry).find(|&at| &icc[at..at + 4] == tag)
            else {
                continue;
            };
            let table = as_version_4(tag);
            let at = u32::try_from(icc.len()).unwrap();
            icc[entry + 4..entry + 8].copy_from_slice(&at.to_be_bytes());
            icc[entry + 8..entry + 12].copy_from_slice(&(table.len() as u32).to_be_bytes());
            icc.extend(table);
        }
        let length = u32::try_from(icc.len()).unwrap();
        icc[..4].copy_from_slice(&length.to_be_bytes());
        icc
    }

    #[test]
    fn version_4_separates_like_version_2() {
        let (old, new) = (Profile::bundled(), Profile::read(&profile()).unwrap());
        for colour in [Rgb(255, 255, 255), Rgb(0, 0, 0), Rgb(200, 30, 40), Rgb(20, 120, 40)] {
            for intent in [Intent::Relative, Intent::Perceptual] {
                let inks = [&*old, &new].map(|press| press.inks(colour, intent));
                for (one, other) in inks[0].iter().zip(inks[1]) {
                    assert!((one - other).abs() < 0.002, "{colour} {intent:?}: {inks:?}");
                }
                assert_eq!(old.screen(inks[0]), new.screen(inks[0]));
            }
        }
    }

    #[test]
    fn parametric_curves_and_damage_are_reported() {
        let whole = profile();
        let table = place(&whole, b"A2B1").unwrap();
        let curve = table + 32;
        let describe = |at: usize, bytes: &[u8]| {
            let mut changed = whole.clone();
            changed[at..at + bytes.len()].copy_from_slice(bytes);
            Profile::read(&changed).unwrap_err()
        };
        // The third of the curves next to the colour is the identity in parametric form.
        let by_formula = curve + 20 + 12;
        assert_eq!(b"para", &whole[by_formula..by_formula + 4]);
        for bytes in [&[0, 1, 0, 0, 0, 1, 0, 0][..], &[0, 0, 0, 0, 0, 2, 0x33, 0x33]] {
            assert!(describe(by_formula + 8, bytes).contains("save it as version 2"));
        }
        // One point is a power.
        assert!(describe(curve + 8, &[0, 0, 0, 1]).contains("formulas"));
        for (at, bytes) in [
            (table + 8, &[5][..]),
            (table + 9, &[4]),
            (table + 12, &[0xff; 4]),
            (table + 16, &[0xff; 4]),
            (table + 24, &[0xff; 4]),
            (table + 24, &[0; 4]),
            (curve, b"curw"),
            (curve + 8, &[0xff; 4]),
        ] {
            assert_eq!(UNKNOWN, describe(at, bytes), "{at} {bytes:?}");
        }
        for length in (0..whole.len()).step_by(4_999) {
            assert!(Profile::read(&whole[..length]).is_err(), "{length}");
        }
    }
}
