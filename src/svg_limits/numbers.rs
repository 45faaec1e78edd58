//! The numbers in what shapes, lines and places are given by.

use super::limits::LARGEST_NUMBER;

/// Whether a number of this attribute or property is one of a shape, a line or a place.
#[rustfmt::skip]
pub(super) fn is_measure(name: &str) -> bool {
    matches!(
        name,
        "d" | "points" | "transform" | "viewBox" | "x" | "y" | "width" | "height" | "rx" | "ry"
            | "cx" | "cy" | "r" | "x1" | "y1" | "x2" | "y2" | "fx" | "fy" | "fr" | "dx" | "dy"
            | "rotate" | "stroke-width" | "stroke-dasharray" | "stroke-dashoffset"
            | "stroke-miterlimit" | "font" | "font-size" | "line-height" | "letter-spacing"
            | "word-spacing" | "baseline-shift" | "textLength" | "startOffset" | "pathLength"
            | "offset" | "gradientTransform" | "patternTransform" | "transform-origin"
            | "markerWidth" | "markerHeight" | "refX" | "refY" | "stdDeviation" | "radius"
            | "order" | "numOctaves" | "baseFrequency" | "scale" | "kernelMatrix" | "values"
            | "z" | "k1" | "k2" | "k3" | "k4" | "surfaceScale" | "pointsAtX" | "pointsAtY"
            | "pointsAtZ" | "specularExponent" | "specularConstant" | "diffuseConstant"
            | "limitingConeAngle" | "azimuth" | "elevation" | "divisor" | "bias" | "targetX"
            | "targetY" | "slope" | "intercept" | "amplitude" | "exponent" | "tableValues"
    )
}

/// How many numbers a value holds; the first one that is too large in any direction is the error.
///
/// In path data the two flags of an arc are one digit each and may stand against what follows.
pub(super) fn count(name: &str, value: &str) -> Result<u64, f64> {
    let bytes = value.as_bytes();
    let is_path = name == "d";
    let (mut at, mut count, mut since_arc) = (0, 0, None);
    while let Some(&byte) = bytes.get(at) {
        if is_path && byte.is_ascii_alphabetic() {
            since_arc = byte.eq_ignore_ascii_case(&b'a').then_some(0_u64);
        }
        let end = match since_arc {
            Some(place) if matches!(place % 7, 3 | 4) && matches!(byte, b'0' | b'1') => at + 1,
            _ => number_end(bytes, at),
        };
        if end == at {
            at += 1;
            continue;
        }
        let number: f64 = value[at..end].parse().unwrap_or(0.0);
        if number.abs() > LARGEST_NUMBER {
            return Err(number);
        }
        count += 1;
        since_arc = since_arc.map(|place| place + 1);
        at = end;
    }
    Ok(count)
}

/// Where the number that begins at `at` ends, or `at` if none does.
fn number_end(bytes: &[u8], at: usize) -> usize {
    let digits = |from: usize| {
        from + bytes[from.min(bytes.len())..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let start = if matches!(bytes[at], b'+' | b'-') { at + 1 } else { at };
    let whole = digits(start);
    let end = match bytes.get(whole) {
        Some(b'.') => digits(whole + 1),
        _ => whole,
    };
    // A sign or a point alone is no number.
    if end - start == usize::from(end > whole) {
        return at;
    }
    if !matches!(bytes.get(end), Some(b'e' | b'E')) {
        return end;
    }
    let sign = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
    let exponent = end + 1 + usize::from(sign);
    let last = digits(exponent);
    if last > exponent { last } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_apart_as_svg_does() {
        for (value, expected) in [
            ("M5.2 7.7 A1.8 1.8 0 0 0 1e3 5.9", 9),
            ("m1-2.5.5-1e-2,3", 5),
            ("a1 1 0 01999999 5 1 1 0 11-9-9z", 14),
            ("", 0),
            ("- . +e5", 1),
            ("10em", 1),
        ] {
            assert_eq!(Ok(expected), count("d", value), "{value}");
        }
        assert_eq!(Ok(2), count("transform", "translate(1e6 -1E6)"));
    }

    #[test]
    fn the_first_number_beyond_a_million_is_told() {
        assert_eq!(Err(1e32), count("d", "M5.2 7.7 A1.8 1.8 0 0 0 1e32 5.9"));
        assert_eq!(Err(-9_223_372_036_854_775_808.0), count("d", "h5.1 l-9223372036854775808 2"));
        assert_eq!(Err(f64::INFINITY), count("stroke-width", "1e999"));
        assert_eq!(Err(1_999_999.0), count("points", "01999999"));
    }
}
