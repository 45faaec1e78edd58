use kurbo::BezPath;

use super::*;
use crate::face::{CardSize, Format, parse_svg};
use crate::geometry::MM_PER_PIXEL;
use crate::render::scene::{self, Item};
use crate::render::sheet::{Flip, furniture_svg, impose};

fn labels() -> Labels {
    Labels {
        backs: Vec::new(),
        fonts: crate::face::Fonts::bundled(),
        deck: "Future Imperfect".to_owned(),
        edition: "K7Q2-4".to_owned(),
        turn: "turn on the short edge".to_owned(),
        fronts: vec!["card 34".to_owned(); 54],
        inks: "C M Y K".to_owned(),
    }
}

/// The boxes of everything drawn on a page, each with the name of its group: whole texts, single lines.
fn boxes(sheet: &Sheet, page: &SheetPage) -> Vec<(String, Rect)> {
    let furniture = furniture(sheet, page, &labels());
    if furniture.is_empty() {
        return Vec::new();
    }
    let svg = furniture_svg(page, &furniture);
    let mut boxes = Vec::new();
    // One group at a time, so that its drawing can be identified.
    let groups: Vec<&str> = svg.split("<g class=\"").skip(1).collect();
    let head = &svg[..svg.find("<g ").unwrap()];
    for group in groups {
        let class = group.split('"').next().unwrap().to_owned();
        let inner = &group[..group.rfind("</g>").unwrap()];
        let opened = inner.matches("<g>").count() + 1;
        let closed = inner.matches("</g>").count();
        let alone = format!(
            "{head}<g class=\"{inner}{}</svg>",
            "</g>".repeat(opened.saturating_sub(closed))
        );
        let tree = parse_svg(&alone).unwrap();
        let scene = scene::import("sheet", &tree, &inks(&sheet.press)).unwrap();
        for item in &scene.items {
            match item {
                Item::Shape(shape) => {
                    boxes.extend(lines(&shape.outline).map(|r| (class.clone(), r)))
                }
                Item::Text(_) | Item::Group(_) | Item::Raster(_) => {}
            }
        }
        collect_texts(tree.root(), &class, &mut boxes);
    }
    boxes
}

fn collect_texts(group: &usvg::Group, class: &str, boxes: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect_texts(group, class, boxes),
            usvg::Node::Text(text) => {
                // The ink of the glyphs, not the line's full height.
                let ink = text.flattened().abs_bounding_box();
                let mm = |pixels: f32| Mm(f64::from(pixels) * MM_PER_PIXEL);
                let rect = Rect {
                    x: mm(ink.x()),
                    y: mm(ink.y()),
                    width: mm(ink.width()),
                    height: mm(ink.height()),
                };
                boxes.push((class.to_owned(), rect));
            }
            _ => {}
        }
    }
}

/// The parts of an outline as boxes.
fn lines(outline: &BezPath) -> impl Iterator<Item = Rect> {
    outline.subpaths().map(|part| BezPath::from_vec(part.to_vec()).control_box().into())
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

/// Formats of every named card size, and of three unusual ones.
fn formats() -> impl Iterator<Item = Format> {
    let odd = ["44x67", "80x80", "95x127"].map(|size| size.parse::<CardSize>().unwrap());
    CardSize::named()
        .map(|(_, size)| size)
        .chain(odd)
        .map(|size| Format::new(size.width_mm(), size.height_mm(), 3.175, 3.175).unwrap())
}

/// Front and back pages of every sheet with every size it accepts, full and with a few cards.
fn pages() -> impl Iterator<Item = (Sheet, SheetPage)> {
    Sheet::built_in_names().flat_map(|name| {
        let sheet = Sheet::built_in(name).unwrap();
        formats().flat_map(move |format| {
            let sheet = sheet.clone();
            [54, 2].into_iter().flat_map(move |cards| {
                let pages = impose(&sheet, format, cards, Flip::ShortEdge.into());
                let sheet = sheet.clone();
                let pages = pages.unwrap_or_default().into_iter().take(2);
                pages.map(move |page| (sheet.clone(), page))
            })
        })
    })
}

#[test]
fn furniture_stays_on_the_paper_and_off_the_cards() {
    for (sheet, page) in pages() {
        let paper = Rect::at_origin(page.size);
        for (group, drawn) in boxes(&sheet, &page) {
            assert!(paper.contains(&drawn), "{}: {group} {drawn:?} is off the paper", sheet.name);
            for slot in &page.slots {
                let printed = slot.trim.grown(sheet.bleed + Mm(0.09));
                assert!(
                    !overlap(&drawn, &printed),
                    "{}: {group} {drawn:?} is on a card",
                    sheet.name
                );
            }
        }
    }
}

#[test]
fn furniture_does_not_overlap() {
    for (sheet, page) in pages() {
        let boxes = boxes(&sheet, &page);
        for (place, (group, drawn)) in boxes.iter().enumerate() {
            for (other, near) in boxes[..place].iter().filter(|(other, _)| other != group) {
                assert!(
                    !overlap(drawn, near),
                    "{} page {:?} of {} cards: {group} {drawn:?} runs into {other} {near:?}",
                    sheet.name,
                    page.side,
                    page.slots.len()
                );
            }
        }
    }
}

#[test]
fn registration_marks_agree_on_both_sides_for_either_flip() {
    for (sheet, page) in
        pages().filter(|(sheet, _)| sheet.sides == Sides::Duplex && is_cut_by_hand(sheet))
    {
        let drawn = boxes(&sheet, &page);
        let centres: Vec<(f64, f64)> = drawn
            .iter()
            .filter(|(group, rect)| group == "registration-mark" && rect.width > rect.height * 2.0)
            .map(|(_, rect)| (rect.x.0 + rect.width.0 / 2.0, rect.y.0))
            .collect();
        assert!(centres.len() >= 2, "{}: {centres:?}", sheet.name);
        let (width, height) = (page.size.width.0, page.size.height.0);
        for &(x, y) in &centres {
            for through in [(width - x, y), (x, height - y)] {
                let meets = |c: &&(f64, f64)| {
                    (c.0 - through.0).abs() < 1e-3 && (c.1 - through.1).abs() < 1e-3
                };
                assert!(
                    centres.iter().any(|c| meets(&c)),
                    "{}: nothing at {through:?}",
                    sheet.name
                );
            }
        }
    }
}

#[test]
fn cuts_are_numbered_rows_first() {
    let sheet = Sheet::built_in("a4-3x3").unwrap();
    let page = &impose(&sheet, Format::POKER, 54, Flip::LongEdge.into()).unwrap()[0];
    let svg = furniture_svg(page, &furniture(&sheet, page, &labels()));
    for order in 1..=8 {
        assert!(svg.contains(&format!(">\n{order}\n<")), "{order} is missing in {svg}");
    }
}

fn is_cut_by_hand(sheet: &Sheet) -> bool {
    // A print house that cuts by templates of its own has nothing printed around the cards.
    sheet.paper.is_some() && sheet.cutter_marks.is_none() && sheet.name != "12x18"
}

#[test]
fn a_sheet_for_a_cutter_has_its_caption_and_lengths() {
    let mut pages = pages().filter(|(sheet, _)| sheet.cutter_marks.is_some()).peekable();
    assert!(pages.peek().is_some());
    for (sheet, page) in pages {
        let said = furniture_svg(&page, &furniture(&sheet, &page, &labels()));
        let count = if sheet.name.starts_with("silhouette4") { 4 } else { 3 };
        let numbers =
            format!("{count} registration marks · inset 10 mm · length 5 mm · thickness 1 mm");
        assert_eq!(page.side == Side::Front, said.contains(&numbers), "{}: {said}", sheet.name);
        let what = format!("sheet {} of {}", page.sheet, page.of);
        for words in ["edition K7Q2-4", &what, "print at 100 %", "turn on the short edge"] {
            assert!(said.contains(words), "{}: {words}", sheet.name);
        }
        assert!(!said.contains("cut in the order of the figures"), "{}", sheet.name);
    }
}

#[test]
fn sheets_cut_by_hand_have_all_marks_on_every_page() {
    for (sheet, page) in pages().filter(|(sheet, _)| is_cut_by_hand(sheet)) {
        let drawn = boxes(&sheet, &page);
        let count = |group: &str| drawn.iter().filter(|(own, _)| own == group).count();
        let said = furniture_svg(&page, &furniture(&sheet, &page, &labels()));
        let name = &sheet.name;
        assert!(count("crop-marks") >= 8, "{name}");
        let (duplex, folded) = (sheet.sides == Sides::Duplex, sheet.sides == Sides::Fold);
        assert_eq!(duplex, count("registration-mark") > 0, "{name}");
        assert_eq!(folded, count("fold") > 0, "{name}");
        for words in [
            "Future Imperfect",
            "edition K7Q2-4",
            &format!("sheet {} of {}", page.sheet, page.of),
            "print at 100 %",
            "0 mm",
            "0 in",
        ] {
            assert!(said.contains(words), "{name}: {words}");
        }
        let front = page.side == Side::Front;
        assert_eq!(front, said.contains("cut in the order of the figures"), "{name}");
        assert_eq!(duplex, said.contains("turn on the short edge"), "{name}");
    }
}

#[test]
fn crop_marks_begin_0_15_mm_outside_the_print_on_the_cuts() {
    for (sheet, page) in pages().filter(|(sheet, _)| is_cut_by_hand(sheet)) {
        let is_back = page.side == Side::Back;
        let near = 0.15 + if is_back { sheet.outer_bleed.0 } else { sheet.bleed.0 };
        let marks: Vec<Rect> = boxes(&sheet, &page)
            .into_iter()
            .filter(|(group, rect)| {
                group == "crop-marks" && (rect.width.0 < 1e-6 || rect.height.0 < 1e-6)
            })
            .map(|(_, rect)| rect)
            .collect();
        for slot in &page.slots {
            let trim = &slot.trim;
            for (cut, across) in
                [(trim.y, true), (trim.bottom(), true), (trim.x, false), (trim.right(), false)]
            {
                let on_cut = |mark: &&Rect| {
                    let (at, thin) =
                        if across { (mark.y, mark.height) } else { (mark.x, mark.width) };
                    (at - cut).0.abs() < 1e-3 && thin.0 < 1e-6
                };
                assert!(marks.iter().filter(on_cut).count() >= 2, "{} {cut:?}", sheet.name);
            }
        }
        let gap = |mark: &Rect| {
            page.slots
                .iter()
                .map(|slot| {
                    let dx = (slot.trim.x - mark.right()).max(mark.x - slot.trim.right()).0;
                    let dy = (slot.trim.y - mark.bottom()).max(mark.y - slot.trim.bottom()).0;
                    dx.max(dy)
                })
                .fold(f64::INFINITY, f64::min)
        };
        let nearest = marks.iter().map(gap).fold(f64::INFINITY, f64::min);
        assert!((nearest - near).abs() < 1e-3, "{}: {nearest}", sheet.name);
    }
}

#[test]
fn the_ruler_is_true_in_both_units() {
    for (sheet, page) in pages().filter(|(sheet, _)| is_cut_by_hand(sheet)) {
        let lines: Vec<Rect> = boxes(&sheet, &page)
            .into_iter()
            .filter(|(group, _)| group == "ruler")
            .map(|(_, rect)| rect)
            .collect();
        let upright = matches!(sheet.ruler.unwrap().edge, Edge::Left | Edge::Right);
        let along = |rect: &Rect| if upright { rect.y } else { rect.x };
        let ticks = |length: f64| {
            let mut found: Vec<f64> = lines
                .iter()
                .filter(|rect| (rect.width.0.max(rect.height.0) - length).abs() < 1e-3)
                .map(|rect| along(rect).0)
                .collect();
            found.sort_by(f64::total_cmp);
            found
        };
        // The ticks of whole centimetres and whole inches.
        for (length, step) in [(1.8, 10.0), (2.4, 25.4)] {
            let ticks = ticks(length);
            assert!(ticks.len() >= 2, "{}: {ticks:?}", sheet.name);
            for pair in ticks.windows(2) {
                assert!((pair[1] - pair[0] - step).abs() < 1e-3, "{}: {ticks:?}", sheet.name);
            }
        }
    }
}

/// The crop marks of a sheet's first page in this style.
fn guides(name: &str, style: GuideStyle, side: Side) -> (SheetPage, Vec<Rect>) {
    let mut sheet = Sheet::built_in(name).unwrap();
    let marks = sheet.crop_marks.as_mut().unwrap();
    (marks.style, marks.length) = (style, Mm(4.0));
    let pages = impose(&sheet, Format::POKER, 4, Flip::LongEdge.into()).unwrap();
    let page = pages.into_iter().find(|page| page.side == side).unwrap();
    let boxes = boxes(&sheet, &page).into_iter().filter(|(class, _)| class == "crop-marks");
    let lines = boxes.map(|(_, at)| at).filter(|at| at.width.0 < 0.2 || at.height.0 < 0.2);
    (page, lines.collect())
}

#[test]
fn corner_and_cross_marks_are_on_the_cuts_at_every_corner() {
    for (style, arms) in [(GuideStyle::Corner, 8), (GuideStyle::Cross, 16)] {
        let (page, lines) = guides("a4-bleed", style, Side::Front);
        assert_eq!(4 * arms, lines.len(), "{style:?}");
        for line in &lines {
            let (x, y) = (line.x + line.width / 2.0, line.y + line.height / 2.0);
            let is_on_cut = page.slots.iter().any(|slot| {
                let near = |one: Mm, other: Mm| (one - other).0.abs() < 0.01;
                let trim = slot.trim;
                match line.width.0 < 0.2 {
                    true => near(x, trim.x) || near(x, trim.right()),
                    false => near(y, trim.y) || near(y, trim.bottom()),
                }
            });
            assert!(is_on_cut, "{style:?}: {line:?}");
        }
        assert!(guides("a4-bleed", style, Side::Back).1.is_empty(), "{style:?} on backs");
    }
    // Cards that share cuts share their lines: 9 corners with four arms each, without duplicates.
    let (_, lines) = guides("a4-3x3", GuideStyle::Cross, Side::Front);
    for (place, line) in lines.iter().enumerate() {
        let is_same = |other: &Rect| {
            (line.x - other.x).0.abs() + (line.y - other.y).0.abs() < 1e-3
                && (line.width - other.width).0.abs() < 1e-3
        };
        assert!(!lines[..place].iter().any(is_same), "{line:?} twice");
    }
}

#[test]
fn full_marks_end_at_the_paper_or_the_text_along_it() {
    let (page, lines) = guides("a4-3x3", GuideStyle::Full, Side::Front);
    let ends_at = |end: &dyn Fn(&Rect) -> Mm, at: Mm| {
        lines.iter().filter(|line| (end(line) - at).0.abs() < 0.06).count()
    };
    // Two rows of cards: three cuts to the left and to the right.
    assert_eq!(3, ends_at(&|line| line.x, Mm::ZERO));
    assert_eq!(3, ends_at(&|line| line.right(), page.size.width));
    let taken = page.taken().unwrap();
    for line in &lines {
        let is_outside = line.right() <= taken.x
            || line.x >= taken.right()
            || line.bottom() <= taken.y
            || line.y >= taken.bottom();
        assert!(is_outside, "{line:?}");
    }
    let sheet = Sheet::built_in("a4-3x3").unwrap();
    let caption = sheet.caption.unwrap().inset;
    let down = lines.iter().filter(|line| line.height.0 > 0.2 && line.y < taken.y);
    assert!(down.map(|line| line.y).all(|y| y > caption), "through the caption");
}

#[test]
fn marks_on_cards_or_in_two_colours_are_refused_for_a_press() {
    let text = "title = \"x\"\npaper_mm = [320, 450]\ngap_mm = [8, 8]\nbleed_mm = 3\n\
        sides = \"duplex\"\n[press]\nstandard = \"PDF/X-1a:2003\"\ncondition = \"FOGRA39\"\n\
        [crop_marks]\noffset_mm = 1\nlength_mm = 3\n";
    let read = |text: &str| Sheet::read("x", &crate::diagnostic::Source::new("x.toml", text));
    assert!(read(text).is_ok());
    assert!(read(&format!("{text}style = \"full\"\n")).is_ok());
    for line in ["style = \"cross\"", "two_colours = true"] {
        let reported = read(&format!("{text}{line}\n")).unwrap_err().to_string();
        assert!(reported.contains("for a press"), "{reported}");
        assert!(reported.starts_with("x.toml:9:"), "{reported}");
    }
}
