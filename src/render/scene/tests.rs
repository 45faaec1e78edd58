use crate::diagnostic::Problems;
use crate::face::{Cmyk, Palette, Rgb, Swatch};
use crate::geometry::Mm;
use crate::render::testing;

use super::*;
use kurbo::PathEl;

fn import_svg(body: &str) -> Result<Scene, Problems> {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm"
            viewBox="0 0 63.5 88.9">{body}</svg>"#
    );
    import("card 34", &testing::parse(&svg), &testing::palette())
}

fn only_shape(scene: &Scene) -> &Shape {
    match scene.items.as_slice() {
        [Item::Shape(shape)] => shape,
        other => panic!("{other:?}"),
    }
}

fn runs(scene: &Scene) -> Vec<&GlyphRun> {
    scene
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Text(run) => Some(run),
            Item::Shape(_) | Item::Group(_) | Item::Raster(_) => None,
        })
        .collect()
}

#[test]
fn positions_are_millimetres_through_nested_groups() {
    let scene = import_svg(
        r##"<g transform="translate(10 20) scale(2)"><path d="M1 2H3V5" fill="#000000"/></g>"##,
    )
    .unwrap();
    assert_eq!(Size { width: Mm(63.5), height: Mm(88.9) }, scene.size);
    let shape = only_shape(&scene);
    let places: Vec<(i64, i64)> = shape
        .outline
        .iter()
        .map(|segment| match segment {
            PathEl::MoveTo(to) | PathEl::LineTo(to) => {
                ((to.x * 1e3).round() as i64, (to.y * 1e3).round() as i64)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(vec![(12_000, 24_000), (16_000, 24_000), (16_000, 30_000)], places);
}

#[test]
fn a_colour_becomes_the_ink_of_its_swatch() {
    let scene = import_svg(r##"<rect width="5" height="5" fill="#ffe56b"/>"##).unwrap();
    let ink = Ink::Process(Cmyk::new([0.0, 10.0, 60.0, 0.0]).unwrap());
    assert_eq!(Paint::Flat(ink), only_shape(&scene).fill.as_ref().unwrap().paint);
}

#[test]
fn strokes_grow_with_their_group() {
    let scene = import_svg(
        r##"<g transform="scale(2)"><path d="M0 0H5" fill="none" stroke="#000000" stroke-width=".3"
            stroke-dasharray="1 .5" stroke-linecap="round"/></g>"##,
    )
    .unwrap();
    let stroke = only_shape(&scene).stroke.as_ref().unwrap();
    assert!((stroke.width_mm - 0.6).abs() < 1e-4);
    assert_eq!(2, stroke.dashes_mm.len());
    assert_eq!(LineCap::Round, stroke.cap);
}

#[test]
fn a_text_is_one_run_with_its_characters_and_true_size() {
    let scene = import_svg(
        r##"<text x="10" y="20" font-family="IBM Plex Sans Condensed" font-weight="700"
            font-size="8.82" fill="#000000">34</text>"##,
    )
    .unwrap();
    let runs = runs(&scene);
    assert_eq!(1, runs.len());
    assert_eq!("34", runs[0].text());
    assert!((runs[0].size_mm - 8.82).abs() < 1e-3, "{}", runs[0].size_mm);
    assert!((runs[0].origin.x - 10.0).abs() < 1e-3);
    assert!((runs[0].origin.y - 20.0).abs() < 1e-3);
    assert_eq!([1.0, 0.0, 0.0, -1.0], runs[0].axes.map(|axis| axis + 0.0));
    // Every digit of the family is 0.540 em wide.
    assert!((runs[0].glyphs[1].at_em - 0.54).abs() < 1e-3, "{}", runs[0].glyphs[1].at_em);
}

#[test]
fn turned_text_keeps_its_direction() {
    let scene = import_svg(
        r##"<text transform="translate(30 40) rotate(90)" font-family="IBM Plex Sans Condensed"
            font-size="4" fill="#000000">ab</text>"##,
    )
    .unwrap();
    let runs = runs(&scene);
    assert_eq!(1, runs.len());
    assert_eq!([0.0, 1.0, 1.0, 0.0], runs[0].axes.map(|axis| (axis * 1e3).round() / 1e3 + 0.0));
}

#[test]
fn unsupported_content_is_refused_by_name_all_at_once() {
    let problems = import_svg(
        r##"<defs>
            <linearGradient id="g" spreadMethod="reflect" x2=".5"><stop offset="0" stop-color="#000"/>
                <stop offset="1" stop-color="#ffe56b"/></linearGradient>
            <linearGradient id="s"><stop offset="0" stop-color="#000"/>
                <stop offset="1" stop-color="#c8102e"/></linearGradient>
            <linearGradient id="v"><stop offset="0" stop-color="#000"/>
                <stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>
            <clipPath id="c"><rect width="3" height="3"/><rect x="2" width="3" height="3"/></clipPath>
            <mask id="m"><rect width="3" height="3" fill="#fff"/></mask>
            <filter id="f"><feGaussianBlur stdDeviation="1"/></filter>
            <pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern>
        </defs>
        <rect id="graded" width="5" height="5" fill="url(#g)"/>
        <rect id="spotted" width="5" height="5" fill="url(#s)"/>
        <rect id="vanishing" width="5" height="5" fill="url(#v)"/>
        <g id="mixed" style="mix-blend-mode:multiply"><rect width="5" height="5" fill="#000000"/></g>
        <g id="clipped" clip-path="url(#c)"><rect width="5" height="5" fill="#000000"/></g>
        <g id="masked" mask="url(#m)"><rect width="5" height="5" fill="#000000"/></g>
        <g id="blurred" filter="url(#f)"><rect width="5" height="5" fill="#000000"/></g>
        <rect id="tiled" width="5" height="5" fill="url(#p)"/>
        <rect id="pink" width="5" height="5" fill="#ff00ff"/>
        <text id="odd" y="20" font-family="IBM Plex Sans Condensed" font-size="4" fill="#000000">⚀</text>
        <text id="ringed" y="30" font-family="IBM Plex Sans Condensed" font-size="4" fill="#000000"
            stroke="#000000">1</text>"##,
    )
    .unwrap_err()
    .to_string();
    for (what, id) in [
        ("gradient that repeats", "graded"),
        ("spot ink", "spotted"),
        ("gradient to or from nothing", "vanishing"),
        ("blend mode", "mixed"),
        ("clip path of overlapping", "clipped"),
        ("mask", "masked"),
        ("filter", "blurred"),
        ("pattern", "tiled"),
        ("#ff00ff", "pink"),
        ("⚀", "odd"),
        ("stroke around letters", "ringed"),
    ] {
        assert!(
            problems.lines().any(|line| {
                line.starts_with("card 34: ")
                    && line.contains(what)
                    && line.contains(&format!("{id:?}"))
            }),
            "{what} on {id} is not in:\n{problems}"
        );
    }
}

#[test]
fn clips_gradients_and_opacity_are_kept() {
    let scene = import_svg(
        r##"<defs>
            <linearGradient id="g" gradientUnits="userSpaceOnUse" x1="1" y1="0" x2="4" y2="0">
                <stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#ffe56b"/>
            </linearGradient>
            <clipPath id="c"><rect width="3" height="3"/></clipPath>
        </defs>
        <g id="window" transform="translate(10 0)" clip-path="url(#c)" opacity=".4">
            <rect width="5" height="5" fill="url(#g)"/></g>
        <rect id="faded" width="5" height="5" fill="#000000" fill-opacity=".5" stroke="#000"/>"##,
    )
    .unwrap();
    let [Item::Group(window), Item::Group(faded), Item::Shape(edge)] = scene.items.as_slice()
    else {
        panic!("{:?}", scene.items);
    };
    assert_eq!(("window", "faded"), (window.element.as_str(), faded.element.as_str()));
    assert!((window.opacity - 0.4).abs() < 1e-6 && (faded.opacity - 0.5).abs() < 1e-6);
    assert!(edge.stroke.is_some() && edge.fill.is_none());
    let corner = Point::new(10.0, 0.0);
    assert_eq!(PathEl::MoveTo(corner), window.clips[0].outline.elements()[0]);
    let [Item::Shape(inside)] = window.items.as_slice() else { panic!("{window:?}") };
    let Paint::Gradient(gradient) = &inside.fill.as_ref().unwrap().paint else { panic!() };
    assert_eq!(Along::Line { from: [1.0, 0.0], to: [4.0, 0.0] }, gradient.along);
    assert!((gradient.to_mm.translation().x - 10.0).abs() < 1e-4, "{:?}", gradient.to_mm);
    assert_eq!([10.0, 60.0], [1, 2].map(|ink| gradient.stops[1].1.percent()[ink]));
    assert_eq!(2, scene.groups().len());
}

#[test]
fn an_unnamed_shape_is_reported_by_its_group() {
    let problems =
        import_svg(r##"<g id="frame" transform="translate(1 1)"><rect width="5" height="5" fill="#123456"/></g>"##)
            .unwrap_err();
    assert!(problems.to_string().contains("element \"frame\""), "{problems}");
}

#[test]
fn a_stroke_below_its_fill_is_painted_first() {
    let scene = import_svg(
        r##"<rect width="5" height="5" fill="#ffffff" stroke="#000000" paint-order="stroke"/>"##,
    )
    .unwrap();
    match scene.items.as_slice() {
        [Item::Shape(below), Item::Shape(above)] => {
            assert!(below.stroke.is_some() && below.fill.is_none());
            assert!(above.fill.is_some() && above.stroke.is_none());
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_swatch_of_another_theme_is_refused() {
    let black = Swatch {
        id: "black".into(),
        rgb: Rgb(0, 0, 0),
        ink: Ink::Process(Cmyk::new([0.0, 0.0, 0.0, 100.0]).unwrap()),
    };
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><rect width="5" height="5" fill="#ffe56b"/></svg>"##;
    let tree = testing::parse(svg);
    assert!(import("back", &tree, &Palette::new(vec![black]).unwrap()).is_err());
}
