//! Tests of text contrast on grounds of every kind, in small themes with one text each.

use std::f64::consts::FRAC_1_SQRT_2;

use png::{BitDepth, ColorType, Encoder};

use super::Accessibility;
use crate::diagnostic::Source;
use crate::face::raster::data_uri;
use crate::face::testing::{deck, number, svg};
use crate::face::{Faces, Theme, shortfalls};

const CONTRAST: &str = "text against its ground, full colour vision";

/// A picture that covers the face, with its pixels computed from their positions.
fn picture(pixel: impl FnMut([u32; 2]) -> [u8; 4]) -> String {
    const SIZE: [u32; 2] = [275, 375];
    let places = (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| [x, y]));
    let parts: Vec<u8> = places.flat_map(pixel).collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, SIZE[0], SIZE[1]);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(&parts).unwrap();
    format!(
        "<image x=\"-3.175\" y=\"-3.175\" width=\"69.85\" height=\"95.25\" \
         preserveAspectRatio=\"none\" href=\"{}\"/>",
        data_uri(&bytes)
    )
}

/// Paper grain of this standard deviation, in each colour separately or in grey.
fn grain(mean: f64, deviation: f64, is_grey: bool) -> String {
    let mut seed = 7_u64;
    let mut draw = move || {
        // The sum of twelve evenly distributed numbers has a standard deviation of 1.
        let mut part = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as f64 / f64::from(1 << 24)
        };
        let sum: f64 = (0..12).map(|_| part()).sum();
        (mean + deviation * (sum - 6.0)).round().clamp(0.0, 255.0) as u8
    };
    picture(|_| {
        let red = draw();
        let [green, blue] = if is_grey { [red; 2] } else { [draw(), draw()] };
        [red, green, blue, 255]
    })
}

fn text(fill: &str) -> String {
    format!("<text x=\"20\" y=\"30\" font-size=\"6\" fill=\"{fill}\">{{{{number}}}}</text>")
}

const WHITE: &str = "#ffffff";
const BLACK: &str = "#000000";

fn theme(front: &str) -> Theme {
    let toml = "name = \"test\"\ntitle = \"Test\"\n\
        [swatches.paper]\nrgb = \"#ffffff\"\ncmyk = [0, 0, 0, 0]\n\
        [swatches.black]\nrgb = \"#000000\"\ncmyk = [0, 0, 0, 100]\n\
        [swatches.grey]\nrgb = \"#777777\"\ncmyk = [0, 0, 0, 60]\n";
    let back = svg("<text x=\"9\" y=\"9\">{{deck}} {{edition}}</text>");
    let sources = [("theme.toml", toml), ("card.svg", &svg(front)), ("back.svg", &back)];
    Theme::from_sources(sources.map(|(name, text)| Source::new(name, text)))
        .unwrap_or_else(|problems| panic!("{problems}"))
}

fn measured(front: &str) -> Accessibility {
    let (theme, deck) = (theme(front), deck());
    let faces = Faces::new(&theme, &deck).unwrap_or_else(|problems| panic!("{problems}"));
    faces.accessibility_on(&[number(34)], &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

fn contrast(front: &str) -> f64 {
    let report = measured(front);
    let found = report.measures.iter().find(|measure| measure.what == CONTRAST).unwrap();
    assert_eq!(found.holds, found.least.unwrap() >= 4.5);
    found.least.unwrap()
}

#[test]
fn white_on_paper_of_any_grain_fails_and_black_passes() {
    for deviation in [0.0, 1.0, 3.0, 5.0, 8.0, 20.0] {
        for is_grey in [true, false] {
            let paper = grain(245.0, deviation, is_grey);
            let [white, black] =
                [WHITE, BLACK].map(|fill| contrast(&(paper.clone() + &text(fill))));
            assert!(white < 1.5, "{deviation} {is_grey}: {white}");
            assert!(black > 12.0, "{deviation} {is_grey}: {black}");
        }
    }
    let dark = grain(30.0, 8.0, false);
    assert!(contrast(&(dark + &text(WHITE))) > 10.0);
}

#[test]
fn a_gradient_is_measured_under_the_letters() {
    for kind in ["linearGradient", "radialGradient"] {
        let ground = |ends: [&str; 2]| {
            format!(
                "<defs><{kind} id=\"fade\"><stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"1\" \
                 stop-color=\"{}\"/></{kind}></defs><rect x=\"-4\" y=\"-4\" width=\"72\" \
                 height=\"97\" fill=\"url(#fade)\"/>",
                ends[0], ends[1]
            )
        };
        let middle = text("#777777").replace("20", "30").replace("30\" font", "44\" font");
        assert!(contrast(&(ground([WHITE, BLACK]) + &middle)) < 4.0, "{kind}");
        assert!(contrast(&(ground([BLACK, WHITE]) + &middle)) < 4.0, "{kind}");
    }
    // Pale yellow that becomes paler, as in a photograph: no two columns are alike.
    let pale = picture(|[x, y]| [255, 250, (160 + x / 4 + y / 16).min(255) as u8, 255]);
    assert!(contrast(&(pale.clone() + &text(WHITE))) < 1.5);
    assert!(contrast(&(pale + &text(BLACK))) > 15.0);
}

#[test]
fn a_ground_half_dark_fails_in_black_and_in_white() {
    // The edge goes through the second figure.
    let ground = "<rect x=\"24\" y=\"0\" width=\"40\" height=\"60\" fill=\"#000000\"/>";
    for fill in [BLACK, WHITE] {
        assert!(contrast(&(ground.to_owned() + &text(fill))) < 1.1, "{fill}");
    }
    let photo = picture(|[x, y]| {
        let wave = (x / 7 + y / 5) % 2;
        if wave == 0 { [20, 30, 40, 255] } else { [230, 220, 200, 255] }
    });
    for fill in [BLACK, WHITE] {
        assert!(contrast(&(photo.clone() + &text(fill))) < 2.0, "{fill}");
    }
}

#[test]
fn text_on_a_plate_or_with_a_halo_is_measured_against_it() {
    let photo =
        picture(|[x, y]| [(x * 37 % 256) as u8, (y * 61 % 256) as u8, ((x * y) % 256) as u8, 255]);
    let plate = "<rect x=\"18\" y=\"22\" width=\"14\" height=\"10\" fill=\"#ffffff\"/>";
    let bare = contrast(&format!("{photo}{}", text(BLACK)));
    assert!(bare < 4.5, "{bare}");
    assert!(contrast(&format!("{photo}{plate}{}", text(BLACK))) > 20.0);
    // A halo of the same letters behind, moved in eight directions.
    let halo = |reach: f64| {
        let diagonal = reach * FRAC_1_SQRT_2;
        let places = [
            [reach, 0.0],
            [-reach, 0.0],
            [0.0, reach],
            [0.0, -reach],
            [diagonal, diagonal],
            [-diagonal, diagonal],
            [diagonal, -diagonal],
            [-diagonal, -diagonal],
        ];
        let moved = |[x, y]: [f64; 2]| {
            let moved = format!("<g transform=\"translate({x} {y})\">{}</g>", text(BLACK));
            moved.replace("{{number}}", "34")
        };
        places.map(moved).concat()
    };
    let haloed = |reach: f64| {
        let back = "<text x=\"9\" y=\"9\" fill=\"#000000\">{{deck}}</text>";
        let report = measured(&format!("{}{back}{}", halo(reach), text(WHITE)));
        let of_white = report.measures.iter().find(|measure| measure.what == CONTRAST).unwrap();
        (of_white.least.unwrap(), of_white.place.clone())
    };
    // The black letters of a halo overlap; only the white ones are read.
    let (least, place) = haloed(0.35);
    assert!(least > 4.5 || !place.starts_with("number"), "{least} {place}");
    let (least, place) = haloed(0.05);
    assert!(least < 4.5, "{least} {place}");
}

#[test]
fn translucent_letters_and_layers_count_as_they_are_seen() {
    let veil = |alpha: u8| picture(move |_| [255, 255, 255, alpha]);
    let dark = "<rect x=\"-4\" y=\"-4\" width=\"72\" height=\"97\" fill=\"#000000\"/>";
    let on_veil = |alpha: u8, fill: &str| contrast(&format!("{dark}{}{}", veil(alpha), text(fill)));
    assert!(on_veil(150, WHITE) < 4.5);
    assert!(on_veil(150, BLACK) > 4.5);
    // Translucent letters, and letters under a translucent layer.
    let faint = text(BLACK).replace("<text", "<text opacity=\"0.3\"");
    assert!(contrast(&faint) < 3.0);
    assert!(contrast(&(text(BLACK) + &veil(200))) < 3.0);
    assert!(contrast(&(text(BLACK) + &veil(40))) > 4.5);
}

#[test]
fn letters_without_surroundings_are_a_fault() {
    let off = text(BLACK).replace("x=\"20\"", "x=\"400\"");
    assert!((contrast(&off) - 1.0).abs() < 1e-9);
}

#[test]
fn the_template_check_reports_the_same_faults() {
    let front = grain(245.0, 3.0, false) + &text(WHITE);
    let found = shortfalls(&theme(&front), &deck()).unwrap().to_string();
    assert!(found.contains("text against its ground, full colour vision: 1."), "{found}");
    let front = grain(245.0, 3.0, false) + &text(BLACK);
    let found = shortfalls(&theme(&front), &deck()).unwrap().to_string();
    assert!(!found.contains("text against its ground"), "{found}");
}

#[test]
fn small_white_text_on_a_picture_in_four_inks_is_reported() {
    let reversed = |front: &str| {
        let report = measured(front);
        let mut measures = report.measures.iter();
        let what = "size of white text out of four inks";
        measures.find(|measure| measure.what == what).unwrap().least
    };
    let small = text(WHITE).replace("font-size=\"6\"", "font-size=\"2.5\"");
    let size = reversed(&(grain(60.0, 5.0, false) + &small)).unwrap();
    assert!((7.0..7.2).contains(&size), "{size}");
    // In the black ink alone.
    let one_ink = grain(60.0, 5.0, true).replace("<image", "<image inkscape:label=\"ink black\"");
    assert_eq!(None, reversed(&(one_ink + &small)));
    let black = small.replace(WHITE, BLACK);
    assert_eq!(None, reversed(&(grain(60.0, 5.0, false) + &black)));
}
