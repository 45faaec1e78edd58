//! White text on four inks, as text and as shapes, beside valid lookalikes.

use actiondeck::preflight::Fault;

use super::*;

const FOUR: &str = ".6 .5 .4 .6 k";
const THREE: &str = ".8 .6 0 .7 k";

/// The faults of the valid file with these operators in the first card's form.
///
/// Panics if another rule than `pdf.reversed-text` is broken.
fn describe(operators: &str) -> Vec<Fault> {
    let bytes = changed(|file| {
        change_form(file, 1, |content| {
            let planted = Content::decode(operators.as_bytes()).unwrap();
            content.operations.extend(planted.operations);
        });
    });
    let report = judge(&bytes, Standard::X1a2003);
    let others: Vec<&str> =
        broken(&report).into_iter().filter(|rule| *rule != "pdf.reversed-text").collect();
    assert_eq!(Vec::<&str>::new(), others, "{operators}: {report}");
    report.failures().flat_map(|(_, faults)| faults.to_vec()).collect()
}

/// A background with a white text.
fn text_on(ground: &str, size: &str, place: &str, white: &str) -> String {
    let text = format!("BT /Font0 {size} Tf {place} Tm {white} <0001> Tj ET");
    format!("q {ground} 60 60 80 60 re f {text} Q")
}

/// A word of three letter-like paths, the first one taller.
fn word(ground: &str, height: f64, in_one_path: bool) -> String {
    let letter = |x: f64, width: f64, height: f64| {
        let (right, top) = (x + width, 80.0 + height);
        let (inner, half) = (x + width * 0.4, 80.0 + height * 0.5);
        format!(
            "{x} 80 m {x} {top} l {inner} {top} l {inner} {half} l {right} {half} l {right} 80 l h "
        )
    };
    let letters = [
        letter(70.0, height * 0.6, height),
        letter(70.0 + height * 0.75, height * 0.55, height * 0.7),
        letter(70.0 + height * 1.5, height * 0.7, height * 0.7),
    ];
    let letters = if in_one_path { letters.concat() + "f" } else { letters.join("f ") + "f" };
    format!("q {ground} 60 60 80 60 re f 0 0 0 0 k {letters} Q")
}

#[test]
fn reversed_text_under_8_points_is_reported_with_its_inks() {
    let level = "1 0 0 1 70 80";
    for planted in [
        text_on(FOUR, "6.5", level, "0 0 0 0 k"),
        text_on(FOUR, "6.5", level, "1 g"),
        text_on(FOUR, "6.5", "0 1 -1 0 80 70", "0 0 0 0 k"),
        text_on(FOUR, "13", ".5 0 0 .5 70 80", "0 0 0 0 k"),
        text_on(FOUR, "6.5", level, "/DeviceCMYK cs 0 0 0 0 sc"),
        // On a second line, and on a clipped background.
        text_on(FOUR, "6.5", "1 0 0 1 70 95", "0 0 0 0 k 0 -12 Td"),
        format!("q 60 60 40 60 re W n {} Q", text_on(FOUR, "6.5", level, "0 0 0 0 k")),
    ] {
        let faults = describe(&planted);
        let [Fault { page: Some(1), reason, .. }] = &faults[..] else {
            panic!("{planted}: {faults:?}")
        };
        assert_eq!("white text of 6.5 pt in 60 / 50 / 40 / 60 % of the four inks", reason);
    }
}

#[test]
fn reversed_text_as_shapes_is_reported_in_one_path_or_many() {
    for in_one_path in [true, false] {
        let faults = describe(&word(FOUR, 4.5, in_one_path));
        assert_eq!(1, faults.len(), "{in_one_path}: {faults:?}");
        assert!(faults[0].reason.starts_with("white text of 6.8 pt in 60 /"), "{faults:?}");
    }
}

#[test]
fn larger_text_other_grounds_and_ornament_raise_nothing() {
    let level = "1 0 0 1 70 80";
    let white = "0 0 0 0 k";
    let plate = |ink: &str| {
        let text = text_on("0 0 0 0 k", "6.5", level, white);
        let text = text.split_once("re f").unwrap().1;
        format!("q {FOUR} 60 60 80 60 re f {ink} 66 76 30 14 re f {text}")
    };
    let dots: String = (0..9).map(|at| format!("{} 80 2 2 re f ", 70 + 3 * at)).collect();
    let stars: String = [[70.0, 80.0, 3.0], [95.0, 100.0, 2.0], [120.0, 70.0, 2.5]]
        .map(|[x, y, side]| format!("{x} {y} m {} {y} l {x} {} l h f ", x + side, y + side))
        .concat();
    for harmless in [
        text_on(FOUR, "8", level, white),
        text_on(THREE, "6.5", level, white),
        text_on(".6 .5 .02 .6 k", "6.5", level, white),
        text_on(FOUR, "6.5", level, "0 0 .8 0 k"),
        text_on(FOUR, "6.5", level, "0 0 0 0 k 3 Tr"),
        plate(THREE),
        plate(".1 0 0 0 k"),
        word(FOUR, 5.6, false),
        word(THREE, 4.5, true),
        format!("q {FOUR} 60 60 80 60 re f 0 0 0 0 k {dots} Q"),
        format!("q {FOUR} 60 60 80 60 re f 0 0 0 0 k {stars} Q"),
    ] {
        assert_eq!(Vec::<Fault>::new(), describe(&harmless), "{harmless}");
    }
}
