//! What a print house asks beyond the standard: sizes, order of pages, safe zone, marks.

use lopdf::Object;

use crate::render::length::Mm;
use crate::render::sheet::{PageOrder, Sheet};
use crate::render::vendor::{PressUpload, Upload};

use super::super::report::{Fault, Verdict};
use super::content::walk;
use super::intent::condition_name;
use super::read::{Corners, Pdf};
use super::runs::Runs;
use super::shapes::{Shape, Shapes};
use super::{Held, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.upload-size",
        asks: "the trim the print house cuts, its bleed round it, and no more paper than it wants",
        check: size,
    },
    Rule {
        name: "pdf.upload-order",
        asks: "a front and a back for every card, in the print house's order",
        check: order,
    },
    Rule {
        name: "pdf.upload-condition",
        asks: "the printing condition the print house names",
        check: condition,
    },
    Rule {
        name: "pdf.safe-zone",
        asks: "no text nearer to the cut than the print house's safe distance",
        check: safe_zone,
    },
    Rule {
        name: "pdf.upload-marks",
        asks: "no crop marks, die lines or drawn corners where the print house forbids them",
        check: marks,
    },
    Rule {
        name: "pdf.resolution",
        asks: "pictures of the resolution the print house asks for",
        check: resolution,
    },
    Rule {
        name: "pdf.registration",
        asks: "marks on all plates only outside the bleed",
        check: registration,
    },
];

/// Rounding of sizes that come by way of inches, in points: 0.05 mm.
const SLACK: f64 = 0.15;

/// Houses name the same card in inches and in rounded millimetres.
const TRIM_SLACK: f64 = 0.45;

/// The press file the house wants, or why there is none.
fn press(held: &Held) -> Result<&PressUpload, Verdict> {
    match held.vendor.as_ref().map(|vendor| &vendor.upload) {
        Some(Upload::Press(press)) => Ok(press),
        Some(_) => Err(Verdict::skip("the print house names no terms for this")),
        None => Err(Verdict::skip("no print house was named")),
    }
}

fn extent(corners: &Corners) -> [f64; 2] {
    [corners[2] - corners[0], corners[3] - corners[1]]
}

fn grown(corners: &Corners, by: f64) -> Corners {
    [corners[0] - by, corners[1] - by, corners[2] + by, corners[3] + by]
}

fn alike(one: &[f64], other: &[f64], slack: f64) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() <= slack)
}

fn in_mm(points: [f64; 2]) -> String {
    let [width, height] = points.map(|side| Mm::from_points(side).0);
    format!("{width:.2} × {height:.2} mm")
}

fn size(pdf: &Pdf, held: &Held) -> Verdict {
    if let Some(Upload::Sheets(names)) = held.vendor.as_ref().map(|vendor| &vendor.upload) {
        return papers(pdf, names);
    }
    let press = match press(held) {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    let mut faults = Vec::new();
    for (number, page) in pdf.pages() {
        let (Some(media), Some(trim)) =
            (pdf.page_box(page, "MediaBox"), pdf.page_box(page, "TrimBox"))
        else {
            faults.push(Fault::on(number, "the page does not say where it is trimmed"));
            continue;
        };
        let own = extent(&trim);
        let known = |known: &[Mm; 2]| alike(&own, &known.map(Mm::points), TRIM_SLACK);
        if !press.trims.is_empty() && !press.trims.iter().any(known) {
            faults.push(Fault::on(number, format!("a trim of {}", in_mm(own))));
        }
        let bleed = pdf.page_box(page, "BleedBox").unwrap_or(media);
        let asked = grown(&trim, press.bleed.points());
        if !alike(&bleed, &asked, SLACK) {
            let [asked, has] = [asked, bleed].map(|corners| in_mm(extent(&corners)));
            faults.push(Fault::on(number, format!("a bleed box of {has} instead of {asked}")));
        }
        let paper = press.marks.map_or(Mm::ZERO, |marks| marks.margin).points();
        let asked = extent(&grown(&trim, press.bleed.points() + paper));
        if press.marks.is_none() && !alike(&extent(&media), &asked, SLACK) {
            let (has, asked) = (in_mm(extent(&media)), in_mm(asked));
            faults.push(Fault::on(number, format!("a page of {has} instead of {asked}")));
        }
    }
    Verdict::of(faults)
}

/// Whether every page is a paper of one of these sheets.
fn papers(pdf: &Pdf, names: &[String]) -> Verdict {
    let sheets = names.iter().filter_map(|name| Sheet::built_in(name).ok());
    let papers: Vec<[f64; 2]> = sheets
        .filter_map(|sheet| sheet.paper)
        .map(|paper| [paper.width.points(), paper.height.points()])
        .collect();
    let faults = pdf.pages().filter_map(|(number, page)| {
        let media = extent(&pdf.page_box(page, "MediaBox")?);
        let known = papers.iter().any(|paper| alike(paper, &media, SLACK));
        (!known).then(|| Fault::on(number, format!("paper of {}", in_mm(media))))
    });
    Verdict::of(faults.collect())
}

/// Backs look alike and fronts do not: which pages are backs is told by that.
fn order(pdf: &Pdf, held: &Held) -> Verdict {
    let press = match press(held) {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    let mut shapes = Shapes::default();
    walk(pdf, &mut shapes);
    let looks = &shapes.looks;
    let mut runs = Runs::default();
    walk(pdf, &mut runs);
    // Texts are part of a look: the operators show glyphs by code, the same codes in every font.
    let looks: Vec<(&[u8; 32], String)> = (1..)
        .zip(looks)
        .map(|(page, look)| {
            let on_page = runs.found.iter().filter(|run| run.page == page);
            (look, on_page.map(|run| run.text.as_str()).collect::<String>())
        })
        .collect();
    let times = |look: &(&[u8; 32], String)| looks.iter().filter(|other| *other == look).count();
    let Some(back) = looks.iter().max_by_key(|look| times(look)).filter(|look| times(look) > 1)
    else {
        return Verdict::skip("no two pages look alike, so fronts and backs cannot be told apart");
    };
    let first = usize::from(press.order == PageOrder::FrontFirst);
    let mut faults = Vec::new();
    if !looks.len().is_multiple_of(2) {
        faults.push(Fault::whole(format!("{} pages, which are not pairs", looks.len())));
    }
    let wrong = looks.iter().enumerate().find_map(|(place, look)| {
        let (is_back, asked) = (look == back, place % 2 == first);
        (is_back != asked).then_some((place, is_back))
    });
    if let Some((place, is_back)) = wrong {
        let page = u32::try_from(place + 1).unwrap_or(u32::MAX);
        let sides = ["a front", "a back"];
        let (has, asked) = (sides[usize::from(is_back)], sides[usize::from(!is_back)]);
        let order = match press.order {
            PageOrder::FrontFirst => "FRONT 1, BACK 1, FRONT 2 …",
            PageOrder::BackFirst => "BACK 1, FRONT 1, BACK 2 …",
        };
        let reason = format!("{has} where {asked} belongs; the order is {order}");
        faults.push(Fault::on(page, reason));
    }
    Verdict::of(faults)
}

fn condition(pdf: &Pdf, held: &Held) -> Verdict {
    let press = match press(held) {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    let Some(asked) = press.conformance.output_condition() else {
        return Verdict::skip("the print house names no condition");
    };
    match condition_name(pdf) {
        None => Verdict::whether(false, "no printing condition is named"),
        Some(has) => Verdict::whether(
            has == asked.identifier,
            format!("the condition {has:?} instead of {:?}", asked.identifier),
        ),
    }
}

/// Letters may overshoot by this, in points: 0.15 mm.
const OVERSHOOT: f64 = 0.43;

fn safe_zone(pdf: &Pdf, held: &Held) -> Verdict {
    let press = match press(held) {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    let mut runs = Runs::default();
    walk(pdf, &mut runs);
    let trims: Vec<Option<Corners>> =
        pdf.pages().map(|(_, page)| pdf.page_box(page, "TrimBox")).collect();
    let faults = runs.found.iter().filter(|run| !run.text.trim().is_empty()).filter_map(|run| {
        let trim = trims.get(run.page as usize - 1).copied().flatten()?;
        let bounds = run.bounds();
        let apart =
            [bounds[0] - trim[0], bounds[1] - trim[1], trim[2] - bounds[2], trim[3] - bounds[3]];
        let nearest = apart.into_iter().fold(f64::INFINITY, f64::min);
        // What lies wholly outside the bleed is cut away: captions beside the marks.
        let bleed = grown(&trim, press.bleed.points());
        let outside = bounds[2] <= bleed[0]
            || bounds[0] >= bleed[2]
            || bounds[3] <= bleed[1]
            || bounds[1] >= bleed[3];
        (nearest < press.safe.points() - OVERSHOOT && !outside).then(|| {
            let nearest = Mm::from_points(nearest).0;
            let reason = format!(
                "the text {:?} stands {nearest:.2} mm from the cut, safe are {} mm",
                run.text, press.safe.0
            );
            Fault::on(run.page, reason)
        })
    });
    Verdict::of(faults.collect())
}

fn marks(pdf: &Pdf, held: &Held) -> Verdict {
    let press = match press(held) {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    if press.marks.is_some() {
        return Verdict::skip("the print house takes marks");
    }
    let mut shapes = Shapes::default();
    walk(pdf, &mut shapes);
    let trims: Vec<Option<Corners>> =
        pdf.pages().map(|(_, page)| pdf.page_box(page, "TrimBox")).collect();
    let mut faults: Vec<Fault> = Vec::new();
    for shape in &shapes.shapes {
        let Some(trim) = trims.get(shape.page as usize - 1).copied().flatten() else { continue };
        if let Some(what) = mark(shape, &trim) {
            let fault = Fault::on(shape.page, what);
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    Verdict::of(faults)
}

/// How far a mark may be from the cut it marks, in points: 0.3 mm.
const ON_THE_CUT: f64 = 0.85;
/// Thinner areas are lines, in points: 0.6 mm.
const LINE: f64 = 1.7;
/// Shorter lines are ornament, in points: 1 mm.
const SHORTEST_MARK: f64 = 2.8;
/// The radius of the roundest corner a card has, with room, in points: 8 mm.
const CORNER: f64 = 22.7;

/// Which mark a shape is, if any: by where it lies against the cut.
fn mark(shape: &Shape, trim: &Corners) -> Option<&'static str> {
    let bounds = &shape.bounds;
    let [width, height] = extent(bounds);
    let on = |one: f64, other: f64| (one - other).abs() <= ON_THE_CUT;
    if shape.all_plates {
        return Some("a mark on all plates");
    }
    if shape.stroked && alike(bounds, trim, ON_THE_CUT) {
        return Some("a die line round the card");
    }
    // Upright and level lines: does it lie on a cut, and where along it?
    for (thin, long, at, cuts, from, to, ends) in [
        (width, height, bounds[0], [trim[0], trim[2]], bounds[1], bounds[3], [trim[1], trim[3]]),
        (height, width, bounds[1], [trim[1], trim[3]], bounds[0], bounds[2], [trim[0], trim[2]]),
    ] {
        let middle = at + thin / 2.0;
        if thin > LINE || long < SHORTEST_MARK || !cuts.iter().any(|cut| on(middle, *cut)) {
            continue;
        }
        if to <= ends[0] + ON_THE_CUT || from >= ends[1] - ON_THE_CUT {
            return Some("a crop mark");
        }
        if long >= (ends[1] - ends[0]) / 2.0 {
            return Some("a die line along a cut");
        }
    }
    let touches = |low: f64, high: f64, cuts: [f64; 2]| {
        (on(low, cuts[0]) && high < cuts[0] + CORNER)
            || (on(high, cuts[1]) && low > cuts[1] - CORNER)
    };
    let corner = touches(bounds[0], bounds[2], [trim[0], trim[2]])
        && touches(bounds[1], bounds[3], [trim[1], trim[3]]);
    (shape.stroked && corner && width.max(height) >= SHORTEST_MARK).then_some("a drawn corner")
}

fn resolution(pdf: &Pdf, held: &Held) -> Verdict {
    let press = match press(held) {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    let mut shapes = Shapes::default();
    walk(pdf, &mut shapes);
    let coarse = shapes.pictures.iter().filter(|picture| picture.dpi < press.image_dpi - 0.5);
    let faults = coarse.map(|picture| {
        let reason = format!("a picture of {:.0} dpi, asked are {}", picture.dpi, press.image_dpi);
        Fault::on(picture.page, reason)
    });
    Verdict::of(faults.collect())
}

fn registration(pdf: &Pdf, held: &Held) -> Verdict {
    if !held.to_pdfx() {
        return Verdict::skip("no standard is claimed");
    }
    if !has_all_plates(pdf) {
        return Verdict::Pass;
    }
    let mut shapes = Shapes::default();
    walk(pdf, &mut shapes);
    let boxes: Vec<Option<Corners>> = pdf
        .pages()
        .map(|(_, page)| {
            ["BleedBox", "TrimBox"].into_iter().find_map(|key| pdf.page_box(page, key))
        })
        .collect();
    let mut faults: Vec<Fault> = Vec::new();
    for shape in shapes.shapes.iter().filter(|shape| shape.all_plates) {
        let Some(bleed) = boxes.get(shape.page as usize - 1).copied().flatten() else { continue };
        let [left, bottom, right, top] = shape.bounds;
        let apart = right <= bleed[0] || left >= bleed[2] || top <= bleed[1] || bottom >= bleed[3];
        if !apart {
            let fault = Fault::on(shape.page, "a mark on all plates within the bleed");
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    Verdict::of(faults)
}

/// Whether any object is the colour space of all plates: without one there is nothing to look for.
fn has_all_plates(pdf: &Pdf) -> bool {
    fn holds(object: &Object) -> bool {
        match object {
            Object::Array(items) => {
                let named = |place: usize, name: &[u8]| {
                    items.get(place).and_then(|item| item.as_name().ok()) == Some(name)
                };
                (named(0, b"Separation") && named(1, b"All")) || items.iter().any(holds)
            }
            Object::Dictionary(dictionary) => dictionary.iter().any(|(_, value)| holds(value)),
            Object::Stream(stream) => stream.dict.iter().any(|(_, value)| holds(value)),
            _ => false,
        }
    }
    pdf.file.objects.values().any(holds)
}
