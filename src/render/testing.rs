//! Helpers that the tests of this module share.

use crate::face::{Cmyk, Ink, Palette, Rgb, Swatch};

/// Parses an SVG without the checks of [`crate::face::picture`], to test that later stages refuse the same
/// content.
pub fn parse(svg: &str) -> usvg::Tree {
    let options = usvg::Options {
        fontdb: crate::face::Fonts::bundled().database(),
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options).unwrap()
}

/// Black, paper, a yellow and a spot red.
pub fn palette() -> Palette {
    let process = |id: &str, rgb, percent| Swatch {
        id: id.to_owned(),
        rgb,
        ink: Ink::Process(Cmyk::new(percent).unwrap()),
    };
    let red = Ink::Spot {
        name: "PANTONE 186 C".to_owned(),
        alternate: Cmyk::new([2.0, 100.0, 85.0, 6.0]).unwrap(),
    };
    Palette::new(vec![
        process("black", Rgb(0, 0, 0), [0.0, 0.0, 0.0, 100.0]),
        process("paper", Rgb(255, 255, 255), [0.0, 0.0, 0.0, 0.0]),
        process("exceptional", Rgb(0xff, 0xe5, 0x6b), [0.0, 10.0, 60.0, 0.0]),
        Swatch { id: "red".to_owned(), rgb: Rgb(0xc8, 0x10, 0x2e), ink: red },
    ])
    .unwrap()
}
