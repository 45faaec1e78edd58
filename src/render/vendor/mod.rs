//! Print houses as data: the requirements of each, and the job that meets them.
//!
//! A vendor's requirements are a TOML file, `templates/vendors/*.toml` for the built-in ones.
//! [`crate::preflight`] checks finished files against the same requirements.

mod definition;

use crate::diagnostic::{Problem, Problems};
use crate::face::{CardSize, Format, Lettering, Theme};

use super::pdf::Conformance;
use super::png::Dpi;
use super::sheet::{
    Arrangement, CropMarks, Edge, GuideStyle, Packing, PageOrder, RegistrationMark, Sheet, Sides,
};
use super::{Job, Names, Pixels};
use crate::geometry::Mm;

/// A print house and its requirements.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Vendor {
    /// The short name: the file's without extension, such as `drivethrucards`.
    pub name: String,
    /// The display name.
    pub title: String,
    /// The numbers of cards that the vendor sells, ascending: a deck of another number pays for the next one.
    /// Empty if it sells any.
    pub deck_sizes: Vec<u32>,
    /// The required upload.
    pub upload: Upload,
}

/// The kind of upload that a print house requires.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Upload {
    /// One press file.
    Press(PressUpload),
    /// A picture for each face.
    Pictures(PictureUpload),
    /// Names of built-in sheets, for a home printer.
    Sheets(Vec<String>),
}

/// One PDF with a page for each side.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PressUpload {
    /// The file's name.
    pub file: String,
    /// Its standard and printing condition.
    pub conformance: Conformance,
    /// The order of pages.
    pub order: PageOrder,
    /// Width and height of the cards the vendor cuts; empty if it cuts any.
    pub trims: Vec<[Mm; 2]>,
    /// The bleed of each page.
    pub bleed: Mm,
    /// The safe margin inside the trim.
    pub safe: Mm,
    /// The most ink, in percent of the four together.
    pub ink_limit_percent: f64,
    /// The least resolution of pictures, in dots per inch.
    pub image_dpi: f64,
    /// Whether text is sent live, in embedded fonts, or as outlines.
    pub text: Lettering,
    /// Whether spot inks are printed as such.
    pub spot_inks: bool,
    /// Press marks around each page; `None` if the vendor forbids marks.
    pub marks: Option<PressMarks>,
}

/// Crop and registration marks on every plate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PressMarks {
    /// The width of the paper around the bleed.
    pub margin: Mm,
    /// From the bleed to a mark.
    pub offset: Mm,
    /// The length of crop marks.
    pub length: Mm,
}

/// One PNG for each face.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PictureUpload {
    /// The path of a front, with `{face}` for its name.
    pub front: String,
    /// The path of a back, with `{back}` for its name; without it the vendor takes one back for all cards.
    pub back: String,
    /// The resolution stated in the files.
    pub dpi: Dpi,
    /// The cards the vendor cuts with their pictures; at least one.
    pub sizes: Vec<PictureSize>,
}

/// A card and its picture.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PictureSize {
    /// Width and height of the cut card.
    pub trim: [Mm; 2],
    /// Width and height of the picture in pixels.
    pub pixels: Pixels,
    /// The part of the picture that is cut away on each side, in pixels.
    pub bleed_px: f64,
    /// The distance in pixels from the picture's edge to the safe zone.
    pub live_px: f64,
}

/// Trims that differ by less are the same card, in millimetres: vendors give sizes in inches and in rounded
/// millimetres.
const SAME_TRIM_MM: f64 = 0.15;

/// Margins that differ by less are equal: pixels are rounded.
const ROUNDED_MM: f64 = 0.05;

/// The largest difference of sides, in millimetres, at which a theme's card is fitted to one of the vendor's:
/// a tarot card is 70 × 120 in Europe and 69.85 × 120.65 (2.75 × 4.75 in) in America.
const NEAR_TRIM_MM: f64 = 1.0;

impl Vendor {
    /// Sets up a job for this vendor's upload only. The files are in a folder of the vendor's name.
    ///
    /// # Errors
    /// The vendor does not cut the theme's card size, its bleed or safe margin is too small, or the job has
    /// no backs where the vendor takes pairs of pages.
    pub fn set_up(&self, job: &mut Job<'_>) -> Result<(), Problems> {
        let format = job.theme.format();
        job.svg = false;
        job.png = None;
        job.pdf = false;
        job.sheets = Vec::new();
        let below = |path: &str| format!("{}/{path}", self.name);
        match &self.upload {
            Upload::Press(press) => {
                if !press.trims.is_empty() {
                    self.trim_of(format)?;
                }
                self.margins(format, press.bleed, press.safe)?;
                let has_pairs = matches!(press.order, PageOrder::FrontFirst | PageOrder::BackFirst);
                if has_pairs && !job.backs {
                    let message = format!("{} takes a back with every front", self.title);
                    return Err(Problem::coded("vendor.backs", message)
                        .accepts("the fronts with their backs")
                        .into());
                }
                job.pdf = true;
                job.image_dpi = Some((format!("{} asks", self.title), press.image_dpi));
                job.ink_limit_percent = job.ink_limit_percent.min(press.ink_limit_percent);
                if press.text == Lettering::Outlined {
                    job.pdf_lettering = Lettering::Outlined;
                }
                // The vendor determines the order of pages.
                job.arrangement = Arrangement::default();
                job.sheets = vec![press.sheet(&self.title)];
                job.names = Names { pdf: below(&press.file), ..Names::default() };
            }
            Upload::Pictures(pictures) => {
                let size = pictures.sizes[self.trim_of(format)?];
                let mm = |pixels: f64| Mm::from_inches(pixels / f64::from(pictures.dpi.get()));
                self.margins(format, mm(size.bleed_px), mm(size.live_px - size.bleed_px))?;
                job.png = Some(pictures.dpi);
                job.pixels = Some(size.pixels);
                let (front_png, back_png) = (below(&pictures.front), below(&pictures.back));
                job.names = Names { front_png, back_png, ..Names::default() };
            }
            Upload::Sheets(names) => {
                job.pdf = true;
                let sheets: Result<Vec<Sheet>, Problems> =
                    names.iter().map(|name| Sheet::built_in(name)).collect();
                let fits = |sheet: &Sheet| Packing::new(sheet, format).is_ok();
                job.sheets = sheets?.into_iter().filter(fits).collect();
                job.names = Names { pdf: below("{sheet}.pdf"), ..Names::default() };
                if job.sheets.is_empty() {
                    let message = format!("{}: no sheet holds the theme's cards", self.title);
                    return Err(Problem::coded("vendor.no-sheet", message)
                        .accepts("a theme with smaller cards")
                        .into());
                }
            }
        }
        Ok(())
    }

    /// The number of cards that a deck of `cards` pays for; `cards` if the vendor sells any number, or none as
    /// large.
    pub fn paid_cards(&self, cards: usize) -> usize {
        let sizes = self.deck_sizes.iter().map(|&size| size as usize);
        sizes.filter(|&size| size >= cards).min().unwrap_or(cards)
    }

    /// A note on the paid cards that a job leaves empty; `None` if there are none.
    pub fn unused_cards(&self, job: &Job<'_>) -> Option<String> {
        let (cards, paid) = (job.fronts(), self.paid_cards(job.fronts()));
        (cards < paid).then(|| {
            format!(
                "{} sells {paid} cards: {cards} are printed, {} more would cost nothing",
                self.title,
                paid - cards
            )
        })
    }

    /// The sheets of the upload; empty for pictures.
    pub(crate) fn sheets(&self) -> Vec<Sheet> {
        match &self.upload {
            Upload::Press(press) => vec![press.sheet(&self.title)],
            Upload::Pictures(_) => Vec::new(),
            Upload::Sheets(names) => {
                names.iter().filter_map(|name| Sheet::built_in(name).ok()).collect()
            }
        }
    }

    /// Width and height of the cards the vendor cuts; empty if it cuts any.
    fn trims(&self) -> Vec<[Mm; 2]> {
        match &self.upload {
            Upload::Press(press) => press.trims.clone(),
            Upload::Pictures(pictures) => pictures.sizes.iter().map(|size| size.trim).collect(),
            Upload::Sheets(_) => Vec::new(),
        }
    }

    /// Fits the theme to the vendor's card of nearly its size, with sides within a millimetre, as for tarot
    /// cards in inches and in millimetres; otherwise the size is kept. Everything that matters is inside the
    /// vendor's safe zone.
    ///
    /// # Errors
    /// Those of [`Theme::sized`].
    pub fn fitted(&self, theme: &Theme) -> Result<Theme, Problems> {
        match self.next_size(theme.format()) {
            Some(size) => self.inset(&theme.sized(size)?),
            None => self.inset(theme),
        }
    }

    /// The theme in its own size with everything that matters inside the vendor's safe zone.
    ///
    /// # Errors
    /// Those of [`Theme::with_safe_margin`].
    pub fn inset(&self, theme: &Theme) -> Result<Theme, Problems> {
        match &self.upload {
            Upload::Press(press) if theme.format().safe_mm() < press.safe.0 - ROUNDED_MM => {
                theme.with_safe_margin(press.safe.0)
            }
            _ => Ok(theme.clone()),
        }
    }

    /// The vendor's card nearest to this one, with sides within a millimetre. `None` if the vendor cuts
    /// exactly this card, or none like it.
    fn next_size(&self, format: Format) -> Option<CardSize> {
        let trims = self.trims();
        let away = |trim: &[Mm; 2]| {
            let own = [format.trim_width_mm(), format.trim_height_mm()];
            trim.iter().zip(own).map(|(a, b)| (a.0 - b).abs()).fold(0.0, f64::max)
        };
        let nearest = trims.iter().min_by(|one, other| away(one).total_cmp(&away(other)))?;
        let is_other = (SAME_TRIM_MM..=NEAR_TRIM_MM).contains(&away(nearest));
        is_other.then(|| CardSize::new(nearest[0].0, nearest[1].0)).flatten()
    }

    /// The index of the theme's trim among those the vendor cuts.
    fn trim_of(&self, format: Format) -> Result<usize, Problems> {
        let trims = self.trims();
        let own = [format.trim_width_mm(), format.trim_height_mm()];
        let same =
            |trim: &[Mm; 2]| trim.iter().zip(own).all(|(a, b)| (a.0 - b).abs() < SAME_TRIM_MM);
        trims.iter().position(same).ok_or_else(|| {
            let known: Vec<String> =
                trims.iter().map(|[width, height]| format!("{} × {}", width.0, height.0)).collect();
            let message =
                format!("{} does not cut cards of {} × {} mm", self.title, own[0], own[1]);
            Problem::coded("vendor.trim", message)
                .accepts(format!("{} mm", known.join(", ")))
                .into()
        })
    }

    fn margins(&self, format: Format, bleed: Mm, safe: Mm) -> Result<(), Problems> {
        let mut problems = Problems::new();
        for (what, has, asked) in
            [("bleed", format.bleed_mm(), bleed), ("safe margin", format.safe_mm(), safe)]
        {
            if has < asked.0 - ROUNDED_MM {
                let message = format!(
                    "{} asks for {:.3} mm of {what}, the theme has {has:.3} mm",
                    self.title, asked.0
                );
                problems
                    .push(Problem::coded("vendor.margin", message).accepts("a theme with as much"));
            }
        }
        problems.into_result(())
    }
}

impl PressUpload {
    /// The one-card sheet of this upload's pages.
    fn sheet(&self, title: &str) -> Sheet {
        let marks = self.marks;
        let mark = |edge| RegistrationMark {
            edge,
            at: 0.5,
            distance: self.bleed
                + marks.map_or(Mm::ZERO, |marks| (marks.margin + marks.offset) / 2.0),
        };
        let edges = [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right];
        Sheet {
            name: "deck".to_owned(),
            title: title.to_owned(),
            paper: None,
            columns: Some(1),
            rows: Some(1),
            margin: [Mm::ZERO; 2],
            gap: [Mm::ZERO; 2],
            bleed: self.bleed,
            outer_bleed: self.bleed,
            sides: Sides::Duplex,
            order: self.order,
            slug: marks.map_or(Mm::ZERO, |marks| marks.margin),
            press: self.conformance.clone(),
            crop_marks: marks.map(|marks| CropMarks {
                offset: marks.offset,
                length: marks.length,
                style: GuideStyle::Margin,
                two_colours: false,
            }),
            ruler: None,
            caption: None,
            registration_marks: marks.map_or_else(Vec::new, |_| edges.map(mark).to_vec()),
            cutter_marks: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    fn deck() -> Deck {
        Deck::read("Sample.csv", include_str!("../../../tests/data/deck.csv")).unwrap()
    }

    #[test]
    fn a_card_size_the_house_does_not_cut_is_refused() {
        let theme = Theme::built_in("west").unwrap().sized("a6".parse().unwrap()).unwrap();
        let deck = deck();
        for name in ["drivethrucards", "thegamecrafter", "makeplayingcards"] {
            let vendor = Vendor::built_in(name).unwrap();
            assert_eq!(None, vendor.next_size(theme.format()));
            let mut job = Job::new(&deck, &theme);
            let text = vendor.set_up(&mut job).unwrap_err().to_string();
            assert!(text.contains("does not cut cards of 105 × 148 mm"), "{text}");
            assert!(text.contains("63.5 × 88.9"), "{text}");
        }
        for name in ["press-x4", "home"] {
            let mut job = Job::new(&deck, &theme);
            Vendor::built_in(name).unwrap().set_up(&mut job).unwrap();
            assert!(!job.sheets.is_empty() && job.pdf && !job.svg, "{name}");
        }
    }

    #[test]
    fn a_metric_tarot_card_is_fitted_to_the_house_s_in_inches() {
        let (deck, theme) = (deck(), Theme::built_in("large-print").unwrap());
        for name in ["drivethrucards", "thegamecrafter", "makeplayingcards"] {
            let vendor = Vendor::built_in(name).unwrap();
            let size = vendor.next_size(theme.format()).unwrap();
            assert_eq!("69.85 × 120.65 mm", size.to_string(), "{name}");
            let theme = vendor.fitted(&theme).unwrap();
            assert_eq!(None, vendor.next_size(theme.format()));
            let mut job = Job::new(&deck, &theme);
            vendor.set_up(&mut job).unwrap();
        }
    }

    #[test]
    fn an_exact_card_size_is_kept() {
        let poker = Theme::built_in("west").unwrap();
        for name in Vendor::built_in_names() {
            let vendor = Vendor::built_in(name).unwrap();
            assert_eq!(None, vendor.next_size(poker.format()), "{name}");
        }
    }

    #[test]
    fn fronts_without_backs_are_refused_for_pairs_of_pages() {
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let refusal = |name: &str| {
            let mut job = Job::new(&deck, &theme).with_backs(false);
            Vendor::built_in(name).unwrap().set_up(&mut job).map_err(|error| error.to_string())
        };
        let text = refusal("press-x4").unwrap_err();
        assert!(text.contains("takes a back with every front; accepted: the fronts"), "{text}");
        assert_eq!(Ok(()), refusal("thegamecrafter"));
    }

    #[test]
    fn a_theme_with_too_little_bleed_or_safe_margin_is_refused() {
        let vendor = Vendor::built_in("drivethrucards").unwrap();
        let format = Format::new(63.5, 88.9, 2.0, 1.0).unwrap();
        let problems = vendor.margins(format, Mm(3.175), Mm(3.175)).unwrap_err().to_string();
        assert!(problems.contains("3.175 mm of bleed, the theme has 2.000 mm"), "{problems}");
        assert!(problems.contains("3.175 mm of safe margin, the theme has 1.000 mm"), "{problems}");
    }
}
