//! The retail panel of a box: bar code, age and origin on a white field at the foot of the back.
//!
//! Sizes are those of the GS1 General Specifications (5.2, 6.3): bars of modules of 0.33 mm at 100 %, 80 to 200 % of
//! that, 113 modules wide with the quiet zones, and 8 mm from the foot of the box.

use std::fmt::Write as _;

use barcoders::sym::ean13::EAN13;
use usvg::{Group, Node};

use crate::deck::{Barcode, Imprint};
use crate::diagnostic::Problem;
use crate::face::{Content, Drawing, Palette, Picture, Product, Rgb, Swatch, Theme};
use crate::geometry::{MM_PER_PIXEL, Mm, Point, Rect, Size, decimal};
use crate::render::Turn;
use crate::render::pdf::Conformance;
use crate::render::placement::BarcodePlace;
use crate::render::sheet;

use super::free;
use super::net::Net;

/// The module, the width of the narrowest bar, at 100 %.
const MODULE: Mm = Mm(0.33);
/// The scales of the bar code, the first that fits.
const SCALES: [f64; 2] = [1.0, 0.8];
/// The permitted scales.
const PERMITTED: std::ops::RangeInclusive<f64> = 0.8 - 1e-4..=2.0 + 1e-4;
/// The modules from the first bar to the last.
const BARS: f64 = 95.0;
/// Width and height of the symbol in modules, with quiet zones and digits.
const WIDTH: f64 = 113.0;
const HEIGHT: f64 = 79.0;
/// The lower ends of the bars and of the guard bars, and the baseline of the digits.
const FOOT: u8 = 69;
const GUARD_FOOT: u8 = 74;
const BASELINE: f64 = 78.5;
/// The size of the digits, whose height is 8.3 modules, and the middles of the outer ones.
const DIGIT_SIZE: f64 = 11.9;
const FIRST: f64 = 4.0;
const LAST: f64 = 109.0;

/// The distance of the field from the folds.
const EDGE: Mm = Mm(4.0);
/// The white above the bars, and the row of age and origin, which is white without them.
const ABOVE: Mm = Mm(1.5);
const ROW: Mm = Mm(4.0);

/// The swatches of the panel: black ink alone, and bare paper. Where a theme has other inks for black or white, an
/// indistinguishable colour is taken.
pub(super) fn swatches(palette: &Palette) -> [Swatch; 2] {
    let plain = sheet::inks(&Conformance::Plain);
    [sheet::BLACK, Rgb(255, 255, 255)].map(|rgb| {
        let swatch = plain.swatch_of(rgb).expect("black and paper").clone();
        match palette.swatch_of(rgb) {
            Some(own) if own.ink != swatch.ink => Swatch { rgb: free(rgb, palette), ..swatch },
            _ => swatch,
        }
    })
}

/// Adds the panel to the content of a box.
///
/// # Errors
/// A back that is too small for it, and a template of the theme without a place for age or origin.
pub(super) fn add(
    content: Content,
    imprint: &Imprint,
    net: &Net,
    theme: &Theme,
) -> Result<Content, Problem> {
    let colours = swatches(theme.palette()).map(|swatch| swatch.rgb);
    let [bar, field] = colours;
    let own = theme.own_product(Product::TuckBox);
    let shows = |text: &str| own.is_none_or(|template| template.text().contains(text));
    for name in ["age", "origin"] {
        let is_shown = shows("{{notice}}") || shows(&format!("{{{{{name}}}}}"));
        if imprint.text(name).is_some() && !is_shown {
            return Err(no_place(name, "{{notice}}"));
        }
    }
    let notice: Vec<&str> =
        ["age", "origin"].iter().filter_map(|name| imprint.text(name)).collect();
    let mut content = content
        .text("bar", bar.to_string())
        .text("field", field.to_string())
        .text("notice", notice.join(" · "));
    for name in ["barcode", "age", "origin"] {
        content = content.text(name, imprint.text(name).unwrap_or_default());
    }
    if imprint.barcode.is_none() && notice.is_empty() {
        return Ok(content.text("retail", ""));
    }
    let back = net.back().grown(-EDGE);
    let symbol = |scale: f64| match imprint.barcode {
        Some(_) => Size { width: MODULE * (WIDTH * scale), height: MODULE * (HEIGHT * scale) },
        None => Size { width: Mm::ZERO, height: Mm::ZERO },
    };
    let height = |symbol: Size| ABOVE + symbol.height + ROW;
    let fits = |symbol: &Size| symbol.width <= back.width && height(*symbol) <= back.height;
    let least = symbol(SCALES[1]);
    let found = SCALES.into_iter().map(symbol).find(fits);
    // A theme may have another place for it.
    let Some(symbol) = found.or_else(|| (!shows("at retail")).then_some(least)) else {
        let message = format!(
            "the field of the bar code is {:.1} × {:.1} mm at 80 %, the back of the box has {:.1} × {:.1} mm \
             for it",
            least.width.0,
            height(least).0,
            back.width.0,
            back.height.0
        );
        return Err(Problem::coded("box.barcode-room", message)
            .accepts("larger cards, or a deck without barcode"));
    };
    let height = height(symbol);
    let at = Rect { x: EDGE, y: EDGE + back.height - height, width: back.width, height };
    let x = (back.width - symbol.width) / 2.0;
    let code = Rect { x, y: ABOVE, ..Rect::at_origin(symbol) };
    let notice = Rect { x: Mm::ZERO, y: code.bottom(), width: back.width, height: ROW };
    let content = content
        .text("retail", "yes")
        .place("retail", at)
        .place("barcode", code)
        .place("notice", notice);
    Ok(match &imprint.barcode {
        None => content,
        Some(barcode) => content.picture("barcode", picture(barcode, colours)),
    })
}

/// The symbol in units of modules.
fn picture(barcode: &Barcode, [bar, field]: [Rgb; 2]) -> Picture {
    let digits = barcode.digits();
    let ean = if barcode.is_upc() { format!("0{digits}") } else { digits.to_owned() };
    let modules = EAN13::new(ean).expect("the digits were checked").encode();
    // The quiet zone left of the bars, and the modules of the outer digits, whose bars are long in a UPC-A.
    let (left, long) = if barcode.is_upc() { (9, 10) } else { (11, 3) };
    let is_long = |at: usize| at < long || (45..50).contains(&at) || at >= 95 - long;
    let mut path = String::new();
    let mut at = 0;
    while at < modules.len() {
        let bars = modules[at..].iter().take_while(|module| **module == 1).count();
        if bars > 0 {
            let foot = if is_long(at) { GUARD_FOOT } else { FOOT };
            let [from, to] = [left + at, left + at + bars];
            // Writing to a string does not fail.
            let _ = write!(path, "M{from} 0H{to}V{foot}H{from}Z");
        }
        at += bars.max(1);
    }
    let outer = usize::from(barcode.is_upc());
    let inner = digits.len() - 1 - outer;
    let middle = |place: usize| match place.checked_sub(1) {
        None => FIRST,
        Some(place) if place == inner => LAST,
        Some(place) => {
            // Slots of seven modules: three after the first bars, five between the halves.
            let slot = place + outer;
            let half = if slot < 6 { 3.0 } else { 8.0 };
            left as f64 + half + 7.0 * slot as f64 + 3.5
        }
    };
    let mut texts = String::new();
    for (place, digit) in digits.chars().enumerate() {
        let x = decimal(middle(place));
        let _ = write!(texts, "<text x=\"{x}\" y=\"{BASELINE}\">{digit}</text>");
    }
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\"><rect width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" fill=\"{field}\"/><path id=\"bars\" d=\"{path}\" fill=\"{bar}\"/><g fill=\"{bar}\" \
         font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\" font-size=\"{DIGIT_SIZE}\" \
         text-anchor=\"middle\">{texts}</g></svg>"
    );
    let window = Rect::at_origin(Size { width: Mm(WIDTH), height: Mm(HEIGHT) });
    Picture { svg, window, corner: Mm::ZERO }
}

/// Where the bars of a page are, for its placement record. The net is at `corner` of the page.
///
/// # Errors
/// A template that has no bar code, or has it in a size or place that scanners do not read.
pub(super) fn placed(
    imprint: &Imprint,
    drawing: &Drawing,
    net: &Net,
    corner: Point,
) -> Result<Option<BarcodePlace>, Problem> {
    let Some(barcode) = &imprint.barcode else { return Ok(None) };
    let Some(path) = bars(drawing.tree().root()) else {
        return Err(no_place("barcode", "a rectangle \"picture barcode\""));
    };
    let found = path.abs_bounding_box();
    let mm = |pixels: f32| Mm(f64::from(pixels) * MM_PER_PIXEL);
    let [x, y, width, height] = [found.x(), found.y(), found.width(), found.height()].map(mm);
    let transform = path.abs_transform();
    let turn = match [transform.sx, transform.ky] {
        [across, down] if across.abs() < down.abs() && down > 0.0 => Turn::Right,
        [across, down] if across.abs() < down.abs() => Turn::Left,
        [across, _] if across < 0.0 => Turn::Over,
        _ => Turn::Upright,
    };
    let length = if turn.is_sideways() { height } else { width };
    let scale = length.0 / BARS / MODULE.0;
    if !PERMITTED.contains(&scale) {
        let message =
            format!("the bar code of the box has {:.0} % of its nominal size", scale * 100.0);
        return Err(Problem::coded("box.barcode-size", message).accepts("80 to 200 %"));
    }
    let on_net = Rect { x: x - Mm(corner.x), y: y - Mm(corner.y), width, height };
    let [left, right] = net.sides();
    let panels = [net.back(), net.front(), left, right, net.lid(), net.floor()];
    // Seven modules of white on both sides, which every bar code has.
    let quiet = MODULE * (7.0 * scale);
    let zone = match turn.is_sideways() {
        true => on_net.grown_by([Mm::ZERO, quiet, Mm::ZERO, quiet]),
        false => on_net.grown_by([quiet, Mm::ZERO, quiet, Mm::ZERO]),
    };
    if !panels.iter().any(|panel| panel.contains(&zone)) {
        let message = "the bar code of the box is across a fold".to_owned();
        return Err(Problem::coded("box.barcode-place", message)
            .accepts("a place within one panel, quiet zone included"));
    }
    Ok(Some(BarcodePlace::new(barcode, Rect { x, y, width, height }, turn)))
}

/// The problem of a template that does not show a text of the imprint.
fn no_place(name: &str, accepted: &str) -> Problem {
    let message = format!("the theme's template of the box has no place for {name}");
    Problem::coded("box.no-place", message).accepts(format!("{accepted}, or a deck without {name}"))
}

/// The bars in a drawing.
fn bars(group: &Group) -> Option<&usvg::Path> {
    group.children().iter().find_map(|node| match node {
        Node::Group(group) => bars(group),
        Node::Path(path) => {
            let id = path.id();
            (id.starts_with("barcode-") && id.ends_with("-bars")).then_some(&**path)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::{Cmyk, Ink};

    fn palette(black: [f64; 4]) -> Palette {
        let ink = Ink::Process(Cmyk::new(black).unwrap());
        Palette::new(vec![Swatch { id: "night".to_owned(), rgb: Rgb(0, 0, 0), ink }]).unwrap()
    }

    #[test]
    fn bars_are_black_ink_alone_whatever_the_black_of_a_theme_is() {
        for (black, expected) in
            [([0.0, 0.0, 0.0, 100.0], Rgb(0, 0, 0)), ([60.0, 50.0, 50.0, 100.0], Rgb(0, 1, 0))]
        {
            let [bar, field] = swatches(&palette(black));
            assert_eq!((expected, Rgb(255, 255, 255)), (bar.rgb, field.rgb));
            assert_eq!([0.0, 0.0, 0.0, 100.0], bar.ink.process().percent());
            assert_eq!([0.0; 4], field.ink.process().percent());
        }
    }

    #[test]
    fn a_symbol_has_thirty_bars_and_every_digit_in_its_slot() {
        for (digits, left, long) in [("4006381333931", 11, 6), ("036000291452", 9, 10)] {
            let barcode: Barcode = digits.parse().unwrap();
            let svg = picture(&barcode, [Rgb(0, 0, 0), Rgb(255, 255, 255)]).svg;
            assert!(svg.contains(&format!("d=\"M{left} 0H")), "{svg}");
            assert_eq!(30, svg.matches("V69").count() + svg.matches("V74").count());
            assert_eq!(long, svg.matches("V74").count(), "{svg}");
            let places = svg
                .split("<text x=\"")
                .skip(1)
                .map(|text| text.split_once('"').unwrap().0.parse::<f64>().unwrap());
            let places: Vec<f64> = places.collect();
            assert_eq!(digits.len(), places.len());
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 7.0), "{places:?}");
        }
    }
}
