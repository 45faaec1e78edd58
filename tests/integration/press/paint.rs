//! Clips, gradients and opacity of a template in press files.
//!
//! They are drawn where the standard allows them; elsewhere the element is refused by name.

use actiondeck::diagnostic::Problems;
use actiondeck::face::parse_svg;
use actiondeck::geometry::{Mm, Point, Rect};
use actiondeck::render::Turn;
use actiondeck::render::pdf::{self, Conformance, OutputCondition, OutputProfile};
use actiondeck::render::scene;

use super::*;
use crate::foreign;

const X1A: Conformance = Conformance::X1a2003(OutputCondition::CGATS_TR_001);
const X4: Conformance = Conformance::X4(OutputProfile::CGATS_TR_006);

/// A clip and two gradients, which both standards permit.
const WINDOW: &str = r##"
    <defs>
        <linearGradient id="ramp" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="63.5" y2="0">
            <stop offset="0" stop-color="#000000"/><stop offset="1" stop-color="#ffffff"/>
        </linearGradient>
        <radialGradient id="sun" gradientUnits="userSpaceOnUse" cx="40" cy="70" r="10">
            <stop offset="0" stop-color="#ffffff"/><stop offset=".8" stop-color="#000000"/>
        </radialGradient>
        <clipPath id="hole"><rect x="10" y="30" width="20" height="10"/></clipPath>
    </defs>
    <rect x="0" y="5" width="63.5" height="10" fill="url(#ramp)"/>
    <rect x="30" y="60" width="20" height="20" fill="url(#sun)"/>
    <g id="window" clip-path="url(#hole)"><rect x="0" y="30" width="63.5" height="20"/></g>"##;

/// A group with opacity.
const GLASS: &str = r##"<g id="glass" opacity=".5">
    <rect x="10" y="50" width="10" height="8"/><rect x="15" y="50" width="10" height="8"/></g>"##;

fn written(body: &str, conformance: Conformance) -> Result<Vec<u8>, Problems> {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="69.85mm" height="95.25mm"
            viewBox="-3.175 -3.175 69.85 95.25" fill="{}">{body}</svg>"#,
        "#000000"
    );
    let theme = Theme::built_in("high-contrast").unwrap();
    let scene = scene::import("card 34", &parse_svg(&svg)?, theme.palette())?;
    let whole = Rect::at_origin(scene.size);
    let corner = Point::ORIGIN;
    let page =
        pdf::Page::new(scene.size).with_boxes(whole.grown(Mm(-3.175)), whole).with_placements(
            vec![pdf::Placement { picture: 0, corner, turn: Turn::Upright, within: None }],
        );
    let metadata = pdf::Metadata {
        title: "Sample".to_owned(),
        subject: "paint".to_owned(),
        imprint: Default::default(),
        date: pdf::Timestamp::FIXED,
    };
    let pictures = vec![pdf::Picture { scene: &scene, window: whole }];
    pdf::write(&pdf::Document { metadata, conformance, view: None, pictures, pages: vec![page] })
}

fn passes(bytes: &[u8]) {
    let expectation = Expectation::default().with_ink_limit(240.0);
    let report = check("paint.pdf", bytes, &expectation);
    assert!(report.passes(), "{report}");
}

#[test]
fn clips_and_gradients_between_swatches_go_into_both_standards() {
    for conformance in [X1A, X4] {
        passes(&written(WINDOW, conformance).unwrap());
    }
}

#[test]
fn opacity_goes_into_x_4_and_is_refused_by_name_in_x_1a() {
    passes(&written(GLASS, X4).unwrap());
    let problems = written(&format!("{WINDOW}{GLASS}"), X1A).unwrap_err().to_string();
    assert_eq!(
        "card 34: an opacity below 1 on element \"glass\" cannot be printed in PDF/X-1a; \
         accepted: solid swatch colours; or no PDF/X-1a: --format svg,png, --sheet with home sheets or \
         single-x4, --vendor home or press-x4",
        problems
    );
}

#[test]
fn masks_filters_and_patterns_are_refused_by_name() {
    for (body, expected) in [
        (
            r##"<mask id="m"><rect width="9" height="9" fill="#fff"/></mask>
             <g id="veil" mask="url(#m)"><rect width="5" height="5"/></g>"##,
            "a mask on element \"veil\"",
        ),
        (
            r##"<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>
             <g id="mist" filter="url(#f)"><rect width="5" height="5"/></g>"##,
            "a filter on element \"mist\"",
        ),
        (
            r##"<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="1"
             height="1"/></pattern><rect id="tiles" width="5" height="5" fill="url(#p)"/>"##,
            "a pattern on element \"tiles\"",
        ),
    ] {
        for conformance in [X1A, X4] {
            let problems = written(body, conformance).unwrap_err().to_string();
            assert!(problems.contains(expected), "{problems}");
        }
    }
}

/// The grey of a page at a point of the card in millimetres (0 is black), drawn by poppler or MuPDF.
fn greys(program: &str, bytes: &[u8], points: &[[f64; 2]]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let (pdf, stem) = (folder.path().join("paint.pdf"), folder.path().join("paint"));
    std::fs::write(&pdf, bytes).unwrap();
    let (pdf, stem) = (pdf.display().to_string(), stem.display().to_string());
    let image = format!("{stem}.pgm");
    match program {
        "pdftoppm" => foreign::stdout(program, ["-r", "144", "-gray", "-singlefile", &pdf, &stem])?,
        _ => {
            foreign::stdout(program, ["draw", "-q", "-r", "144", "-c", "gray", "-o", &image, &pdf])?
        }
    };
    let bytes = std::fs::read(image).unwrap();
    let mut fields = Vec::new();
    let mut at = 0;
    while fields.len() < 4 {
        let end = at + bytes[at..].iter().position(u8::is_ascii_whitespace).unwrap();
        if bytes[at] == b'#' {
            at += bytes[at..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
            continue;
        }
        fields.push(std::str::from_utf8(&bytes[at..end]).unwrap().to_owned());
        at = end + 1;
    }
    assert_eq!("P5", fields[0]);
    let width: usize = fields[1].parse().unwrap();
    let pixel = |mm: f64| ((mm + 3.175) / 25.4 * 144.0) as usize;
    Some(points.iter().map(|[x, y]| bytes[at + pixel(*y) * width + pixel(*x)]).collect())
}

#[test]
fn poppler_and_mupdf_draw_clips_gradients_and_opacity() {
    let bytes = written(&format!("{WINDOW}{GLASS}"), X4).unwrap();
    let points = [
        [3.0, 10.0],  // the ramp's black end
        [31.0, 10.0], // its middle
        [61.0, 10.0], // its white end
        [40.0, 70.0], // the sun's middle
        [32.0, 62.0], // beyond its last stop
        [20.0, 35.0], // inside the window
        [35.0, 35.0], // the same shape outside
        [12.0, 54.0], // the glass
        [17.0, 54.0], // where its two panes overlap
        [40.0, 54.0], // beside it
    ];
    for program in ["pdftoppm", "mutool"] {
        let Some(grey) = greys(program, &bytes, &points) else { return };
        let near = |place: usize, expected: u8| grey[place].abs_diff(expected) < 48;
        for (place, expected) in [(0, 20), (2, 245), (3, 250), (4, 20), (5, 20), (6, 255), (9, 255)]
        {
            assert!(near(place, expected), "{program}: {:?} is {}", points[place], grey[place]);
        }
        assert!((70..200).contains(&grey[1]), "{program}: the ramp's middle is {}", grey[1]);
        assert!((90..190).contains(&grey[7]), "{program}: the glass is {}", grey[7]);
        assert!(grey[7].abs_diff(grey[8]) < 3, "{program}: {} and {}", grey[7], grey[8]);
    }
}
