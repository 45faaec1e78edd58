//! Changes the colours of swatches in all files of a theme, and finds swatches whose print differs from the
//! screen.

use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use crate::diagnostic::{Fault, Problem, Problems, Source, fault, quoted};
use crate::input::toml::{self, Reader};

use super::colours::PAINTS;
use super::press_colour::{DRIFT, drift, nearest_inks};
use super::{Cmyk, Ink, Product, Rgb, Theme};

/// A new colour for a swatch: `rust=#1f6f5c`, or `rust=#1f6f5c:75,5,55,45` with its inks.
#[derive(Clone, Debug, PartialEq)]
pub struct Recolour {
    /// The swatch's name in the theme file.
    pub swatch: String,
    /// Its new screen colour.
    pub rgb: Rgb,
    /// Its new inks; by default those nearest to the screen colour by the press profile.
    pub cmyk: Option<Cmyk>,
}

/// A text that is not a swatch with its new colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecolourError {
    original: String,
}

impl Fault for RecolourError {
    fn problem(&self) -> Problem {
        let message = format!("{} is not of the form swatch=colour", quoted(&self.original));
        Problem::coded("theme.recolour", message)
            .accepts("rust=#1f6f5c, or rust=#1f6f5c:75,5,55,45 with the inks in percent")
    }
}

fault!(RecolourError);

impl FromStr for Recolour {
    type Err = RecolourError;

    fn from_str(text: &str) -> Result<Self, RecolourError> {
        let parse = || {
            let (swatch, colour) = text.split_once('=')?;
            let (rgb, inks) = match colour.split_once(':') {
                Some((rgb, inks)) => (rgb, Some(inks)),
                None => (colour, None),
            };
            let cmyk = match inks {
                None => None,
                Some(inks) => {
                    let percent: Option<Vec<f64>> =
                        inks.split(',').map(|ink| ink.trim().parse().ok()).collect();
                    Some(Cmyk::new(percent?.try_into().ok()?)?)
                }
            };
            Some(Self { swatch: swatch.to_owned(), rgb: rgb.parse().ok()?, cmyk })
        };
        parse().ok_or_else(|| RecolourError { original: text.to_owned() })
    }
}

/// The files of a theme by name, with these swatches in their new colours: in `theme.toml` and wherever a
/// template uses the old one.
///
/// # Errors
/// Swatches that the theme does not have or that are spot inks, and faults of the resulting theme, such as
/// two swatches of one colour.
pub fn recoloured(theme: &Theme, changes: &[Recolour]) -> Result<Vec<(String, String)>, Problems> {
    let mut problems = Problems::new();
    let mut colours: Vec<(Rgb, Rgb)> = Vec::new();
    for change in changes {
        match theme.palette().by_id(&change.swatch) {
            Some(swatch) if matches!(swatch.ink, Ink::Process(_)) => {
                colours.push((swatch.rgb, change.rgb));
            }
            Some(swatch) => {
                let message = format!("swatch {} is printed with an ink of its own", swatch.id);
                let accepted = "another rgb, cmyk and spot in theme.toml";
                problems.push(Problem::coded("theme.recolour", message).accepts(accepted));
            }
            None => {
                let names: Vec<&str> = theme.palette().iter().map(|it| it.id.as_str()).collect();
                let message = format!("{} has no swatch {}", theme.name(), quoted(&change.swatch));
                let problem = Problem::coded("theme.recolour", message);
                problems.push(problem.accepts(names.join(", ")));
            }
        }
    }
    problems.into_result(())?;
    let extras = theme.extras();
    let extras = extras
        .filter_map(|own| Some((Theme::extra_file(theme.extra_name(own)), theme.extra(own)?)));
    let backs = theme.back_templates().iter();
    let backs = backs.map(|back| (format!("{}.svg", back.name), &back.source));
    let products = Product::ALL
        .into_iter()
        .filter_map(|product| Some((product.file().to_owned(), theme.own_product(product)?)));
    let extras = extras.chain(products);
    let templates = [("card.svg".to_owned(), theme.card())].into_iter().chain(backs).chain(extras);
    let mut files = vec![("theme.toml".to_owned(), theme_file(theme.file(), changes)?)];
    files.extend(templates.map(|(name, source)| (name, repainted(source.text(), &colours))));
    let [file, card, back] =
        [0, 1, 2].map(|place| Source::new(files[place].0.as_str(), files[place].1.as_str()));
    Theme::from_sources([file, card, back])?;
    Ok(files)
}

/// `theme.toml` with the old colours replaced.
fn theme_file(source: &Arc<Source>, changes: &[Recolour]) -> Result<String, Problems> {
    let document = toml::parse(source)?;
    let mut reader = Reader::new(source);
    let root = reader.root(document.get_ref());
    let mut places: Vec<(Range<usize>, String)> = Vec::new();
    for change in changes {
        let Some(swatches) = reader.optional_table(&root, "swatches") else { continue };
        let Some(table) = reader.optional_table(&swatches, &change.swatch) else { continue };
        let inks = change.cmyk.or_else(|| nearest_inks(change.rgb)).map(|inks| {
            let shown = inks.percent().map(|ink| ink.to_string());
            format!("[{}]", shown.join(", "))
        });
        let rgb = Some(format!("\"{}\"", change.rgb));
        for (key, text) in [("rgb", rgb), ("cmyk", inks)] {
            if let (Some(value), Some(text)) = (reader.value(&table, key), text) {
                places.push((value.span, text));
            }
        }
    }
    places.sort_by_key(|(place, _)| place.start);
    let mut text = source.text().to_owned();
    for (place, new) in places.into_iter().rev() {
        text.replace_range(place, &new);
    }
    reader.finish(text)
}

/// A template with all colours replaced at once. The argument of `url(` is a name and stays.
fn repainted(text: &str, colours: &[(Rgb, Rgb)]) -> String {
    let mut painted = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('#') {
        let (before, from) = rest.split_at(at);
        painted.push_str(before);
        let digits = from[1..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let (colour, after) = from.split_at(1 + digits);
        let is_name = ["url(", "url('", "url(\"", "href=\"", "href='"]
            .iter()
            .any(|start| before.ends_with(start));
        let ends = !after.starts_with(|letter: char| letter.is_alphanumeric() || letter == '-');
        let old = colour.parse::<Rgb>().ok().filter(|_| !is_name && ends);
        let new = old.and_then(|old| colours.iter().find(|(from, _)| *from == old));
        match new {
            Some((_, to)) => painted.push_str(&to.to_string()),
            None => painted.push_str(colour),
        }
        rest = after;
    }
    repainted_words(&(painted + rest), colours)
}

/// As [`repainted`] for colours in other notations, such as `white` or `rgb(255, 255, 255)`.
fn repainted_words(text: &str, colours: &[(Rgb, Rgb)]) -> String {
    let mut painted = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find([':', '=']) {
        let (before, from) = rest.split_at(at + 1);
        painted.push_str(before);
        rest = from;
        let name = before[..at].trim_end();
        let name = name.rsplit([' ', '\n', '\t', '\r', '"', '\'', ';']).next().unwrap_or_default();
        if !PAINTS.contains(&name) {
            continue;
        }
        let start = from.len() - from.trim_start_matches([' ', '"', '\'']).len();
        let end =
            from[start..].find(['"', '\'', ';', '<', '#']).map_or(from.len(), |end| start + end);
        let old = from[start..end].trim().parse::<svgtypes::Color>().ok();
        let old = old.filter(|colour| colour.alpha == 255).map(|it| Rgb(it.red, it.green, it.blue));
        if let Some((_, to)) = colours.iter().find(|(from, _)| Some(*from) == old) {
            painted.push_str(&from[..start]);
            painted.push_str(&to.to_string());
            rest = &from[end..];
        }
    }
    painted + rest
}

impl Theme {
    /// The swatches whose inks print another colour than the screen shows, by the press profile (CGATS TR
    /// 006): ΔE*94 above 10. Spot inks are not checked.
    pub fn drifts(&self) -> Vec<Problem> {
        let swatches = self.palette().iter().filter_map(|swatch| {
            let Ink::Process(inks) = swatch.ink else { return None };
            let found = drift(swatch.rgb, inks).filter(|found| *found > DRIFT)?;
            let nearest = nearest_inks(swatch.rgb)?;
            let [cyan, magenta, yellow, black] = nearest.percent();
            let message = format!(
                "swatch {} is {} on screens but prints another colour: ΔE {found:.0}",
                swatch.id, swatch.rgb
            );
            let accepted = format!(
                "up to 10, as with cmyk = [{cyan}, {magenta}, {yellow}, {black}]: {:.0}",
                drift(swatch.rgb, nearest)?
            );
            Some(Problem::coded("theme.drift", message).accepts(accepted))
        });
        swatches.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recolours_parse_with_and_without_inks() {
        let change: Recolour = "rust=#1f6f5c".parse().unwrap();
        assert_eq!(("rust", Rgb(31, 111, 92), None), (&*change.swatch, change.rgb, change.cmyk));
        let change: Recolour = "rust=#123:75, 5,55,45.5".parse().unwrap();
        assert_eq!(Cmyk::new([75.0, 5.0, 55.0, 45.5]), change.cmyk);
        for text in ["", "rust", "rust=green", "rust=#123:1,2,3", "rust=#123:1,2,3,101"] {
            assert!(text.parse::<Recolour>().is_err(), "{text}");
        }
    }

    #[test]
    fn colours_change_everywhere_and_names_do_not() {
        let colours = [(Rgb(0, 0, 0), Rgb(255, 0, 0)), (Rgb(255, 0, 0), Rgb(0, 0, 0))];
        let text =
            "<g fill=\"#000\" style='stroke:#FF0000;a:#0000001' b='url(#000)' href=\"#000\"/>";
        let painted =
            "<g fill=\"#ff0000\" style='stroke:#000000;a:#0000001' b='url(#000)' href=\"#000\"/>";
        assert_eq!(painted, repainted(text, &colours));
    }

    #[test]
    fn a_colour_changes_however_it_is_written() {
        let colours = [(Rgb(255, 255, 255), Rgb(1, 2, 3)), (Rgb(255, 0, 0), Rgb(255, 255, 255))];
        let text = "<g fill=\"white\" style='stroke: rgb(255,0,0);fill:White' id=\"white\" stroke = \"red\">white</g>\
            <stop stop-color=\"hsl(0,0%,100%)\" color='none'/>";
        let painted = "<g fill=\"#010203\" style='stroke: #ffffff;fill:#010203' id=\"white\" stroke = \"#ffffff\">\
            white</g><stop stop-color=\"#010203\" color='none'/>";
        assert_eq!(painted, repainted(text, &colours));
    }

    #[test]
    fn a_theme_is_recoloured_everywhere_and_keeps_all_else() {
        let theme = Theme::built_in("west").unwrap();
        let files = recoloured(&theme, &["barn=#1f6f5c".parse().unwrap()]).unwrap();
        for (name, text) in &files {
            assert!(!text.contains("#96281b"), "{name}");
        }
        let old = theme.card().text().matches("#96281b").count();
        assert_eq!(old, files[1].1.matches("#1f6f5c").count());
        assert_eq!(theme.card().text(), files[1].1.replace("#1f6f5c", "#96281b"));
        assert!(files[0].1.contains("# Effect: heads and row boards, stripes.\n[swatches.barn]"));
        let alike = recoloured(&theme, &["barn=#42220f".parse().unwrap()]).unwrap_err();
        assert!(alike.to_string().contains("barn has the rgb of swatch leather"), "{alike}");
        let unknown = recoloured(&theme, &["rust=#42220f".parse().unwrap()]).unwrap_err();
        assert!(unknown.to_string().contains("leather"), "{unknown}");
    }

    #[test]
    fn a_swatch_with_stale_inks_is_reported_with_new_ones() {
        let own = Theme::built_in("future-imperfect").unwrap();
        assert!(own.drifts().is_empty());
        let text = |source: &Arc<Source>| source.text().replace("#0c2340", "#3a1050");
        let sources = [own.file(), own.card(), own.back()];
        let changed = sources.map(|source| Source::new(source.name(), text(source)));
        let drifts = Theme::from_sources(changed).unwrap().drifts();
        assert_eq!(1, drifts.len());
        assert!(drifts[0].message().contains("swatch space is #3a1050"), "{}", drifts[0]);
    }
}
