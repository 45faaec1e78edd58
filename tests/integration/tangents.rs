//! Tangents, measured between the outlines of drawn faces: a line that runs past one of another layer at less than half
//! a millimetre, without meeting it and without being parallel to it, looks like a mistake.

use std::collections::BTreeMap;

use actiondeck::face::{Binder, Extra, Theme, parse_svg};
use kurbo::{BezPath, ParamCurve, ParamCurveArclen, Point, Rect, Vec2};
use rayon::prelude::*;
use resvg::tiny_skia::{PathSegment, Pixmap, PremultipliedColorU8, Stroke};
use usvg::Transform;
use usvg::roxmltree::Document;

use crate::ink::{drawn_at, sized_themes};
use crate::white_space::preset_decks;

/// The least distance of lines that do not meet, in millimetres.
const NEAR_MM: f64 = 0.5;
/// Lines nearer than this meet: no more can be measured where lines cross.
const MEET_MM: f64 = 0.15;
/// Lines whose distance changes by less than this for most of their length are a double line.
const CHANGE_MM: f64 = 0.05;
/// How much of their length that is.
const DOUBLE: f64 = 0.7;
/// The least length of a tangent in millimetres; the ends of short lines are shorter.
const LENGTH_MM: f64 = 0.5;
/// The distance of the points at which outlines are compared.
const STEP_MM: f64 = 0.05;
/// The greatest sine of the angle between the lines of a tangent: 20 degrees.
const SINE: f64 = 0.34;
/// Pixels per millimetre of the picture that shows which outlines are visible.
const PER_MM: f64 = 24.0;
/// Colours that differ by more than this in a channel are different.
const APART: u8 = 40;

/// A point of an outline, in millimetres from the corner of the bleed.
struct Sample {
    at: Point,
    /// The direction of the outline, of length 1.
    along: Vec2,
    layer: usize,
}

/// The outlines of a face that can be seen.
struct Outlines {
    layers: Vec<String>,
    samples: Vec<Sample>,
    /// The samples of each square with sides of [`NEAR_MM`].
    squares: BTreeMap<[i64; 2], Vec<usize>>,
}

impl Outlines {
    fn from_face(svg: &str, theme: &Theme) -> Self {
        let whole = parse_svg(svg).unwrap();
        let scale = theme.format().full_width_mm() / f64::from(whole.size().width());
        let picture = drawn_at(&whole, theme, PER_MM);
        let format = theme.format();
        let trim = Rect::from_origin_size(
            Point::new(format.bleed_mm(), format.bleed_mm()),
            (format.trim_width_mm(), format.trim_height_mm()),
        );
        let (mut layers, mut samples) = (Vec::new(), Vec::new());
        for (name, [alone, above]) in layers_of(svg) {
            let mut all = Vec::new();
            let to_mm = Transform::from_scale(scale as f32, scale as f32);
            collect(parse_svg(&alone).unwrap().root(), to_mm, layers.len(), &mut all);
            let above = drawn_at(&parse_svg(&above).unwrap(), theme, PER_MM);
            let is_visible = |sample: &Sample| {
                let [one, other] = sides(sample, &picture);
                let is_covered = sides(sample, &above).iter().any(|side| side.alpha() > 0);
                trim.contains(sample.at) && are_apart(one, other) && !is_covered
            };
            samples.extend(all.into_iter().filter(is_visible));
            layers.push(name);
        }
        let mut squares = BTreeMap::<[i64; 2], Vec<usize>>::new();
        for (place, sample) in samples.iter().enumerate() {
            squares.entry(square(sample.at)).or_default().push(place);
        }
        Self { layers, samples, squares }
    }

    /// The nearest place of another layer, if it is nearer than [`NEAR_MM`].
    fn nearest<'o>(&'o self, sample: &'o Sample) -> Option<Passage<'o>> {
        let [x, y] = square(sample.at);
        let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| [x, y]));
        let places = around.filter_map(|square| self.squares.get(&square)).flatten();
        let others = places.map(|&place| &self.samples[place]);
        let others = others.filter(|other| other.layer != sample.layer);
        let passages = others.map(|other| Passage {
            mm: other.at.distance_squared(sample.at).sqrt(),
            sample,
            other,
        });
        let near = passages.filter(|passage| passage.mm < NEAR_MM);
        near.min_by(|one, other| one.mm.total_cmp(&other.mm))
    }

    /// The tangents: the names of both layers, the distance, and its place in millimetres from the corner of
    /// the cut card.
    fn tangents(&self, theme: &Theme) -> Vec<([&str; 2], String)> {
        let near: Vec<_> = self.samples.iter().map(|sample| self.nearest(sample)).collect();
        let is_one_line = |one: &Option<Passage<'_>>, next: &Option<Passage<'_>>| {
            one.as_ref().zip(next.as_ref()).is_some_and(|(one, next)| {
                let apart = one.sample.at.distance_squared(next.sample.at).sqrt();
                one.sample.layer == next.sample.layer && apart < 2.0 * STEP_MM
            })
        };
        let lines = near.chunk_by(is_one_line);
        let tangents = lines.filter_map(|line| tangent(&line.iter().flatten().collect::<Vec<_>>()));
        let described = tangents.map(|Passage { mm, sample, other }| {
            let layers = [sample, other].map(|sample| self.layers[sample.layer].as_str());
            let [x, y] =
                [sample.at.x, sample.at.y].map(|length| length - theme.format().bleed_mm());
            (layers, format!("{mm:.2} mm at {x:.1}, {y:.1} mm"))
        });
        described.collect()
    }
}

/// A place where a line is near one of another layer.
struct Passage<'o> {
    mm: f64,
    sample: &'o Sample,
    other: &'o Sample,
}

impl Passage<'_> {
    /// Whether the samples are opposite each other on lines of about one direction.
    fn is_beside(&self) -> bool {
        let [along, other] = [self.sample.along, self.other.along];
        let between = direction(self.other.at - self.sample.at);
        along.cross(other).abs() < SINE && along.dot(between).abs() < SINE
    }
}

/// The nearest place of a line that is near others everywhere, if it is a tangent.
fn tangent<'p, 'o>(line: &[&'p Passage<'o>]) -> Option<&'p Passage<'o>> {
    let beside = || line.iter().copied().filter(|passage| passage.is_beside());
    let nearest = beside().min_by(|one, other| one.mm.total_cmp(&other.mm))?;
    let length = beside().count() as f64;
    let as_near = beside().filter(|passage| passage.mm - nearest.mm < CHANGE_MM).count() as f64;
    let meets = line.iter().any(|passage| passage.mm < MEET_MM);
    let is_double_line = as_near >= DOUBLE * length;
    (length * STEP_MM >= LENGTH_MM && !meets && !is_double_line).then_some(nearest)
}

/// The vector of length 1 in the same direction.
fn direction(vector: Vec2) -> Vec2 {
    vector / vector.hypot2().sqrt()
}

fn square(at: Point) -> [i64; 2] {
    [at.x, at.y].map(|length| (length / NEAR_MM).floor() as i64)
}

/// The labels of the layers of a face, each with the face of this layer alone, and of all above it.
fn layers_of(svg: &str) -> Vec<(String, [String; 2])> {
    let document = Document::parse(svg).unwrap();
    let is_layer = |node: &usvg::roxmltree::Node<'_, '_>| {
        node.attributes().any(|own| own.name() == "groupmode" && own.value() == "layer")
    };
    let groups = document.descendants().filter(is_layer);
    let ranges: Vec<_> = groups.clone().map(|group| group.range()).collect();
    let without = |is_left_out: &dyn Fn(usize) -> bool| {
        let mut without = svg.to_owned();
        for (_, range) in ranges.iter().enumerate().rev().filter(|(place, _)| is_left_out(*place)) {
            without.replace_range(range.clone(), "");
        }
        without
    };
    let one = |(place, group): (usize, usvg::roxmltree::Node<'_, '_>)| {
        let label = group.attributes().find(|own| own.name() == "label");
        let label = label.map(|own| own.value().to_owned()).unwrap_or_default();
        (label, [without(&|other| other != place), without(&|other| other <= place)])
    };
    groups.enumerate().map(one).collect()
}

/// Collects the outlines of all shapes of a group; texts have none here.
fn collect(group: &usvg::Group, to_mm: Transform, layer: usize, found: &mut Vec<Sample>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect(group, to_mm, layer, found),
            usvg::Node::Path(path) => {
                let filled = path.fill().map(|_| path.data().clone());
                let stroked = path.stroke().and_then(|stroke| {
                    let width = stroke.width().get();
                    path.data().stroke(&Stroke { width, ..Stroke::default() }, 8.0)
                });
                for outline in [filled, stroked].into_iter().flatten() {
                    let outline = outline.transform(path.abs_transform().post_concat(to_mm));
                    samples(&outline.unwrap(), layer, found);
                }
            }
            _ => {}
        }
    }
}

/// Collects points of an outline at equal distances.
fn samples(outline: &resvg::tiny_skia::Path, layer: usize, found: &mut Vec<Sample>) {
    let point = |at: resvg::tiny_skia::Point| Point::new(at.x.into(), at.y.into());
    let mut path = BezPath::new();
    for segment in outline.segments() {
        match segment {
            PathSegment::MoveTo(to) => path.move_to(point(to)),
            PathSegment::LineTo(to) => path.line_to(point(to)),
            PathSegment::QuadTo(one, to) => path.quad_to(point(one), point(to)),
            PathSegment::CubicTo(one, two, to) => path.curve_to(point(one), point(two), point(to)),
            PathSegment::Close => path.close_path(),
        }
    }
    for segment in path.segments() {
        let count = (segment.arclen(0.01) / STEP_MM).ceil() as usize;
        for step in 0..count {
            let at = |step: usize| segment.eval(step as f64 / count as f64);
            let (start, end) = (at(step), at(step + 1));
            if start != end {
                let (at, along) = (start.midpoint(end), direction(end - start));
                found.push(Sample { at, along, layer });
            }
        }
    }
}

/// The colours on the two sides of an outline.
fn sides(sample: &Sample, picture: &Pixmap) -> [PremultipliedColorU8; 2] {
    let side = Vec2::new(-sample.along.y, sample.along.x) * 1.5 / PER_MM;
    [side, -side].map(|side| {
        let place = ((sample.at + side).to_vec2() * PER_MM).floor();
        let pixel = picture.pixel(place.x.max(0.0) as u32, place.y.max(0.0) as u32);
        pixel.unwrap_or(PremultipliedColorU8::TRANSPARENT)
    })
}

fn are_apart(one: PremultipliedColorU8, other: PremultipliedColorU8) -> bool {
    let channels = |colour: PremultipliedColorU8| [colour.red(), colour.green(), colour.blue()];
    channels(one).iter().zip(channels(other)).any(|(one, other)| one.abs_diff(other) > APART)
}

/// What may be nearer, with the reason: face, layer, other layer.
const ARGUED: [[&str; 3]; 1] = [
    // The die of a head is as high as its bar, as its figure is read first.
    ["front", "heads", "panels"],
];

fn is_argued(face: &str, layers: [&str; 2]) -> bool {
    let [one, other] = layers;
    ARGUED.contains(&[face, one, other]) || ARGUED.contains(&[face, other, one])
}

#[test]
fn no_line_runs_past_one_of_another_layer_without_meeting_it() {
    let (themes, decks) = (sized_themes(), preset_decks());
    let mut faces = Vec::new();
    for (sized, theme) in &themes {
        for (name, deck) in &decks {
            let front = Binder::new(theme, deck).unwrap().card(&deck.cards()[34]);
            faces.push((theme, "front", format!("{sized}, front of {name}"), front));
        }
        // The other faces differ in their texts only.
        let binder = Binder::new(theme, &decks[0].1).unwrap();
        faces.push((theme, "back", format!("{sized}, back"), binder.back()));
        for extra in Extra::USUAL {
            let svg = binder.extra(extra).unwrap();
            let name = theme.extra_name(extra);
            faces.push((theme, name, format!("{sized}, {name}"), svg));
        }
    }
    let tangents_of = |(theme, face, place, svg): &(&Theme, &str, String, String)| -> Vec<String> {
        let outlines = Outlines::from_face(svg, theme);
        let tangents = outlines.tangents(theme).into_iter();
        let unexpected = tangents.filter(|(layers, _)| !is_argued(face, *layers));
        unexpected.map(|([one, other], at)| format!("{place}: {one}, {other}: {at}")).collect()
    };
    let tangents: Vec<String> = faces.par_iter().flat_map(tangents_of).collect();
    assert!(tangents.is_empty(), "{} tangents:\n{}", tangents.len(), tangents.join("\n"));
}
