//! Reads the bar code of a page from its pixels, module by module at the place of its placement record.
//!
//! The tables are those of ISO/IEC 15420; nothing is shared with the writer.

use resvg::tiny_skia::Pixmap;

use super::layouts::Fit;
use super::view::FoundPage;
use crate::geometry::{Affine, inverse, quarter_turn};
use crate::preflight::report::Fault;
use crate::render::Turn;
use crate::render::placement::BarcodePlace;

/// The modules from the first bar to the last.
const MODULES: usize = 95;
/// The white modules that scanners need left and right of an EAN-13, and on both sides of a UPC-A.
const QUIET: [usize; 2] = [11, 7];
const QUIET_UPC: [usize; 2] = [9, 9];
/// The modules that are drawn on both sides.
const BESIDE: usize = 11;
/// Pixels a module, and those of them that are read: a bar of another width differs there.
const PIXELS: usize = 8;
const READ: [usize; 3] = [2, 4, 5];
/// The heights at which the bars are read, as parts of that of the guard bars. Digits are below them.
const ROWS: [f64; 5] = [0.06, 0.25, 0.45, 0.65, 0.85];
/// The accepted heights of the bars, as parts of their width.
const HEIGHTS: std::ops::RangeInclusive<f64> = 0.1..=2.0;
/// The largest red of a bar and the smallest of a space: scanners have red light.
const DARK: u8 = 80;
const LIGHT: u8 = 190;

/// The digits left of the middle with an odd number of dark modules. Those right of the middle are the same inverted,
/// and those left of it with an even number are these mirrored.
const DIGITS: [u8; 10] = [
    0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011, 0b011_0001, 0b010_1111, 0b011_1011,
    0b011_0111, 0b000_1011,
];
/// Which digits left of the middle are even, by the first digit.
const PARITIES: [u8; 10] = [
    0b00_0000, 0b00_1011, 0b00_1101, 0b00_1110, 0b01_0011, 0b01_1001, 0b01_1100, 0b01_0101,
    0b01_0110, 0b01_1010,
];

/// The faults of the bar code that a page has by its record; `None` if it has none.
pub(super) fn faults(
    page: &FoundPage<'_>,
    draw: &dyn Fn(&Affine, [u32; 2]) -> Option<Pixmap>,
) -> Option<Vec<Fault>> {
    let record = page.record.as_ref()?.as_ref().ok()?;
    let place = record.barcode.as_ref()?;
    let on_page = Fit::new(record.page_mm, &page.paper()).map;
    let fault = match read(place, &on_page, draw) {
        Ok(digits) if digits == place.digits => None,
        Ok(digits) => Some(format!("the bar code reads {digits}, expected {}", place.digits)),
        Err(reason) => Some(format!("the bar code {} cannot be read: {reason}", place.digits)),
    };
    Some(fault.into_iter().map(|fault| Fault::at(page.page.number, fault)).collect())
}

/// The digits of a bar code.
///
/// # Errors
/// Why they cannot be read.
fn read(
    place: &BarcodePlace,
    on_page: &Affine,
    draw: &dyn Fn(&Affine, [u32; 2]) -> Option<Pixmap>,
) -> Result<String, String> {
    let impossible = || "its place in the placement record is impossible".to_owned();
    let turn = place.turned().ok_or_else(impossible)?;
    let [width, height] = place.size_mm;
    let [length, bars] = if turn.is_sideways() { [height, width] } else { [width, height] };
    let numbers = place.at_mm.iter().chain(&place.size_mm);
    let is_possible = numbers.clone().all(|number| number.abs() < 10_000.0)
        && length >= 1.0
        && HEIGHTS.contains(&(bars / length));
    let from_page = inverse(on_page).filter(|_| is_possible).ok_or_else(impossible)?;
    // From the page's millimetres to pixels in which the bars are upright, with white on both sides.
    let scale = (MODULES * PIXELS) as f64 / length;
    let [x, y] = place.at_mm;
    let corner = match turn {
        Turn::Upright => [x, y],
        Turn::Right => [x + width, y],
        Turn::Over => [x + width, y + height],
        Turn::Left => [x, y + height],
    };
    let upright = Affine::translate((-corner[0], -corner[1])).then_scale(scale);
    let upright = quarter_turn(((360 - turn.degrees()) / 90 % 4) as u8) * upright;
    let upright = upright.then_translate(((BESIDE * PIXELS) as f64, 0.0).into());
    let size = [((MODULES + 2 * BESIDE) * PIXELS) as u32, (bars * scale).ceil() as u32];
    let drawn = draw(&(upright * from_page), size).ok_or("it cannot be drawn")?;
    let rows = ROWS.map(|part| modules(&drawn, (bars * scale * part) as u32));
    let quiet = if place.digits.len() == 12 { QUIET_UPC } else { QUIET };
    let module = |at: usize| {
        let seen = rows.each_ref().map(|row| row[at]);
        seen[0].filter(|_| seen.iter().all(|other| *other == seen[0]))
    };
    let zones = (BESIDE - quiet[0]..BESIDE).chain((BESIDE + MODULES..).take(quiet[1]));
    if zones.into_iter().any(|at| module(at) != Some(false)) {
        return Err("the quiet zone beside its bars is not white".to_owned());
    }
    let mut bars = [false; MODULES];
    for (at, dark) in bars.iter_mut().enumerate() {
        *dark = module(BESIDE + at)
            .ok_or_else(|| format!("module {} is neither a whole bar nor white", at + 1))?;
    }
    let digits = decode(&bars)?;
    match (place.digits.len(), digits.strip_prefix('0')) {
        (12, Some(upc)) => Ok(upc.to_owned()),
        _ => Ok(digits),
    }
}

/// Whether each module of a row is dark; `None` if it is neither dark nor light.
fn modules(drawn: &Pixmap, row: u32) -> Vec<Option<bool>> {
    let red = |x: usize| drawn.pixel(x as u32, row).map_or(128, |pixel| pixel.red());
    let module = |at: usize| {
        let reds = READ.map(|x| red(at * PIXELS + x));
        match () {
            () if reds.iter().all(|red| *red <= DARK) => Some(true),
            () if reds.iter().all(|red| *red >= LIGHT) => Some(false),
            () => None,
        }
    };
    (0..MODULES + 2 * BESIDE).map(module).collect()
}

/// The 13 digits of these modules.
fn decode(bars: &[bool]) -> Result<String, String> {
    let bits = |from: usize, count: usize| {
        bars[from..from + count].iter().fold(0_u8, |bits, dark| bits << 1 | u8::from(*dark))
    };
    let guards = [(0, 3, 0b101), (45, 5, 0b0_1010), (92, 3, 0b101)];
    if guards.iter().any(|(from, count, guard)| bits(*from, *count) != *guard) {
        return Err("its guard bars are missing".to_owned());
    }
    let digit = |bits: u8| DIGITS.iter().position(|digit| *digit == bits);
    let unread = |place: usize| format!("its digit {place} is none");
    let (mut digits, mut parity) = (Vec::new(), 0);
    for place in 0..6 {
        let seen = bits(3 + 7 * place, 7);
        let is_even = seen.count_ones() % 2 == 0;
        let odd = if is_even { 0x7f & !(seen.reverse_bits() >> 1) } else { seen };
        digits.push(digit(odd).ok_or_else(|| unread(place + 2))?);
        parity = parity << 1 | u8::from(is_even);
    }
    for place in 0..6 {
        let seen = bits(50 + 7 * place, 7);
        digits.push(digit(0x7f & !seen).ok_or_else(|| unread(place + 8))?);
    }
    let first = PARITIES.iter().position(|own| *own == parity).ok_or_else(|| unread(1))?;
    digits.insert(0, first);
    Ok(digits.into_iter().map(|digit| digit.to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(text: &str) -> Vec<bool> {
        text.bytes().map(|bar| bar == b'1').collect()
    }

    /// 4006381333931 in bars, by the figures of the standard.
    const EAN: &str = "101\
        000110101001110101111011110100010010110011\
        01010\
        100001010000101000010111010010000101100110\
        101";

    #[test]
    fn digits_are_read_in_all_parities() {
        assert_eq!(MODULES, EAN.len());
        assert_eq!(Ok("4006381333931".to_owned()), decode(&bars(EAN)));
        let at = |place: usize| {
            let mut bars = bars(EAN);
            bars[place] = !bars[place];
            decode(&bars).unwrap_err()
        };
        assert_eq!("its guard bars are missing", at(46));
        assert_eq!("its digit 8 is none", at(52));
    }
}
