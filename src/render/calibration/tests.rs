use kurbo::PathEl;

use super::*;
use crate::render::scene::{Item, Scene};

const A4: Size = Size { width: Mm(210.0), height: Mm(297.0) };

fn sheet(flip: Flip, printer: Option<Printer>) -> Calibration {
    Calibration { paper: A4, flip, printer, date: Timestamp::FIXED }
}

fn drawn(calibration: &Calibration, side: Content) -> Scene {
    let tree = parse_svg(&calibration.page(&side, None).unwrap()).unwrap();
    scene::import("sheet", &tree, &sheet::inks(&Conformance::Plain)).unwrap()
}

/// The straight strokes of a picture by their ends.
fn strokes(scene: &Scene) -> Vec<[Point; 2]> {
    let mut found = Vec::new();
    for item in &scene.items {
        let Item::Shape(shape) = item else { continue };
        for pair in shape.outline.elements().windows(2) {
            if let [PathEl::MoveTo(from), PathEl::LineTo(to)] = *pair {
                found.push([from, to]);
            }
        }
    }
    found
}

fn near(one: Point, other: Point) -> bool {
    (one.x - other.x).abs() < 2e-3 && (one.y - other.y).abs() < 2e-3
}

/// The readings of each scale if the back is printed with an error: the stroke of the back that is nearest to
/// one of the front.
fn read(sheet: &Calibration, error: Affine) -> [f64; READINGS] {
    let front = strokes(&drawn(sheet, sheet.front()));
    let back = strokes(&drawn(sheet, sheet.back()));
    let correction = sheet.printer.as_ref().map(|printer| printer.correction(sheet.paper));
    scales(sheet.paper).map(|scale| {
        let off = |stroke: i8| {
            // Found in the drawing instead of computed.
            let meant = sheet.on_scale(scale, f64::from(stroke) * BACK_PITCH, 0.0);
            let drawn = back.iter().find(|[from, _]| near(*from, meant)).unwrap()[0];
            let sent = correction.map_or(drawn, |map| map * drawn);
            let printed = error * sent;
            let ends = front.iter().flatten().map(|&end| sheet.through(end));
            let along = |point: Point| match scale.axis {
                Axis::Across => point.x,
                Axis::Down => point.y,
            };
            let across = |point: Point| match scale.axis {
                Axis::Across => point.y,
                Axis::Down => point.x,
            };
            let beside = ends.filter(|end| (across(*end) - across(printed)).abs() < 2.0);
            beside.map(|end| (along(end) - along(printed)).abs()).fold(f64::INFINITY, f64::min)
        };
        let best = (-STROKES..=STROKES).min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap();
        f64::from(best) / 10.0
    })
}

fn crooked() -> Printer {
    Printer {
        name: "crooked".to_owned(),
        offset: [Mm(0.4), Mm(-0.3)],
        rotation_deg: 0.1,
        scale: [1.002, 0.999],
    }
}

#[test]
fn a_perfect_printer_reads_zero_on_either_edge() {
    for flip in [Flip::LongEdge, Flip::ShortEdge] {
        assert_eq!([0.0; READINGS], read(&sheet(flip, None), Affine::IDENTITY));
    }
}

#[test]
fn readings_give_the_profile_to_0_05_mm() {
    for flip in [Flip::LongEdge, Flip::ShortEdge] {
        let printer = crooked();
        let readings = read(&sheet(flip, None), printer.error(A4));
        let found = profile("crooked", A4, readings);
        for axis in 0..2 {
            assert!((found.offset[axis] - printer.offset[axis]).0.abs() <= 0.05, "{found:?}");
            assert!((found.scale[axis] - printer.scale[axis]).abs() < 1e-3, "{found:?}");
        }
        assert!((found.rotation_deg - printer.rotation_deg).abs() < 0.03, "{found:?}");
    }
}

#[test]
fn exact_readings_give_the_profile_itself() {
    let printer = crooked();
    let error = printer.error(A4);
    let middle = Point::new(105.0, 148.5);
    let readings = scales(A4).map(|scale| {
        let [x, y] = scale.from_middle;
        let at = Point::new(middle.x + x, middle.y + y);
        let printed = error * at;
        match scale.axis {
            Axis::Across => printed.x - at.x,
            Axis::Down => printed.y - at.y,
        }
    });
    let found = profile("crooked", A4, readings);
    assert!((found.offset[0] - Mm(0.4)).0.abs() < 2e-4, "{found:?}");
    assert!((found.offset[1] - Mm(-0.3)).0.abs() < 2e-4, "{found:?}");
    assert!((found.rotation_deg - 0.1).abs() < 2e-4, "{found:?}");
    assert!((found.scale[0] - 1.002).abs() < 2e-5 && (found.scale[1] - 0.999).abs() < 2e-5);
}

#[test]
fn with_its_profile_a_crooked_printer_reads_zero() {
    for flip in [Flip::LongEdge, Flip::ShortEdge] {
        let corrected = sheet(flip, Some(crooked()));
        assert_eq!([0.0; READINGS], read(&corrected, crooked().error(A4)));
    }
}

#[test]
fn everything_stays_on_the_paper_and_texts_apart_from_scales() {
    for paper in [A4, Size { width: Mm(215.9), height: Mm(279.4) }] {
        let sheet = Calibration { paper, ..sheet(Flip::LongEdge, None) };
        for side in [sheet.front(), sheet.back()] {
            let scene = drawn(&sheet, side);
            let inside = Rect::at_origin(paper).grown(Mm(-4.0));
            for [from, to] in strokes(&scene) {
                for Point { x, y } in [from, to] {
                    let point = Rect { x: Mm(x), y: Mm(y), width: Mm::ZERO, height: Mm::ZERO };
                    assert!(inside.contains(&point), "{point:?}");
                }
            }
        }
    }
}
