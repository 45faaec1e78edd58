//! The options of all commands that print, and the settings they lead to.

use std::path::Path;

use crate::asset_path;
use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems};
use crate::face::{Extra, Format, Lettering, Theme, Words};
use crate::project::{SpecFile, listed_extras, read_sheet, read_theme};
use crate::render::pdf::Timestamp;
use crate::render::png::Dpi;
use crate::render::sheet::{Arrangement, CardOrder, Collation, Packing, Sheet};
use crate::render::{ExtraFront, Job, Printer};
use crate::spec::FileName;
use clap::{Args, ValueEnum};

use super::guides::{GuideArgs, SheetSource};
use super::printer::PrinterArgs;
use super::theme_choice::{ThemeArgs, USUAL_THEME, coded, own_theme, sized, tell_other};
use super::{Failure, console};

/// The options of every command that prints.
#[derive(Debug, Args)]
pub struct PrintArgs {
    #[command(flatten)]
    theme: ThemeArgs,
    /// Card size: poker, euro-poker, bridge, tarot, us-tarot, jumbo, a6 or WxH in mm; by default
    /// the theme's
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Kinds of files to write
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg,png,pdf")]
    format: Vec<FormatArg>,
    #[arg(long, value_name = "SHEETS", value_delimiter = ',', help = sheets_help())]
    sheet: Vec<String>,
    /// Whether to print the backs
    #[arg(long, value_enum, default_value = "yes")]
    backs: YesNo,
    /// Extra cards to print: instruction, title, or extra-NAME for extra-NAME.svg of the theme, as often as they
    /// are named; or none; by default those of the spec or the deck
    #[arg(long, value_name = "CARDS", value_delimiter = ',')]
    extras: Vec<String>,
    /// Whether some cards are printed again, without the extra cards of the spec or the deck.
    #[arg(skip)]
    pub is_reprint: bool,
    /// Print on each card a small code that opens the companion page hosted at this address at the
    /// card
    #[arg(long, value_name = "ADDRESS")]
    code: Option<String>,
    #[command(flatten)]
    printer: PrinterArgs,
    /// Order of the cards: by number, or so that a stack of sheets can be cut in one go
    #[arg(long, value_enum, default_value = "number")]
    order: OrderArg,
    /// Pages: each front followed by its back, or all fronts and then all backs
    #[arg(long, value_enum, default_value = "interleaved")]
    pages: PagesArg,
    #[command(flatten)]
    pub guides: GuideArgs,
    /// Text in SVG files: outlines, which look the same everywhere, or live text, which needs the fonts
    #[arg(long, value_enum, default_value = "outlined")]
    svg_text: TextArg,
    /// Text in PDF files: live text in embedded fonts, or outlines for presses that take no fonts
    #[arg(long, value_enum, default_value = "live")]
    pdf_text: TextArg,
    /// Resolution of PNG pictures in dots per inch
    #[arg(long, default_value = "300")]
    dpi: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    Svg,
    Png,
    Pdf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum YesNo {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TextArg {
    Outlined,
    Live,
}

impl TextArg {
    fn lettering(self) -> Lettering {
        match self {
            Self::Outlined => Lettering::Outlined,
            Self::Live => Lettering::Live,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderArg {
    Number,
    Stack,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PagesArg {
    Interleaved,
    Fronts,
}

/// Everything a print job needs but the deck.
pub struct PrintSettings {
    /// A theme for each language, with its folder if there are several.
    themes: Vec<(Option<String>, Theme)>,
    theme_name: String,
    words_name: Option<String>,
    sheets: Vec<Sheet>,
    formats: Vec<FormatArg>,
    backs: bool,
    extras: Vec<Extra>,
    arrangement: Arrangement,
    printer: Option<Printer>,
    svg_lettering: Lettering,
    pdf_lettering: Lettering,
    dpi: Dpi,
    date: Timestamp,
}

impl PrintArgs {
    /// The files on the command line, among the names of built-in themes and sheets.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.sheet.iter().map(Path::new)
    }

    /// Reads theme and sheets, and reports all faults together: those on the command line, else those of the
    /// spec, else the theme of the deck, else the built-in ones. The deck comes with its file; it is `None`
    /// if it is still to be made from the spec.
    ///
    /// # Errors
    /// [`Failure::Input`] with every fault.
    pub fn settings(
        &self,
        spec: Option<&SpecFile>,
        deck: Option<(&Deck, &Path)>,
    ) -> Result<PrintSettings, Failure> {
        let mut problems = Problems::new();
        let mut keep = |found: Problems| problems.extend(found);
        let (theme, theme_name) = match (self.theme.name(), spec, deck) {
            (Some(args), _, _) => (read_theme(args), asset_path::name_of(Path::new(args))),
            (None, Some(file), _) => (file.theme(), Some(file.theme_name())),
            (None, None, Some((deck, file))) => {
                (own_theme(deck, Some(file)), deck.theme().map(str::to_owned))
            }
            (None, None, None) => (Theme::built_in(USUAL_THEME), None),
        };
        let theme_name = theme_name.unwrap_or_else(|| USUAL_THEME.to_owned());
        let theme = coded(sized(theme, self.size.as_deref()), self.code.as_deref());
        let theme = theme.map_err(&mut keep).ok();
        let chosen = self.theme.name().or(spec.map(|_| theme_name.as_str()));
        if let (Some((deck, file)), Some(chosen), true) = (deck, chosen, theme.is_some()) {
            tell_other(chosen, deck, Some(file));
        }
        let (words, words_name) = self.theme.languages().all(spec, deck);
        let words = words.map_err(&mut keep).ok();
        let drifts = theme.iter().flat_map(Theme::drifts);
        let notes = theme.iter().flat_map(|theme| theme.fonts().notes());
        drifts.chain(notes).for_each(|note| console::note(&note.to_string()));
        if theme.as_ref().is_some_and(|theme| theme.back_names().count() > 1) {
            console::note(SEVERAL_BACKS);
        }
        let usual = self.sheet.is_empty();
        let sheets: Vec<Result<Sheet, Problems>> = match (self.sheet.is_empty(), spec) {
            (false, _) => self.sheet.iter().map(|name| read_sheet(name)).collect(),
            (true, Some(file)) => file.sheets(),
            (true, None) => USUAL_SHEETS.map(Sheet::built_in).into(),
        };
        let mut sheets: Vec<Option<Sheet>> =
            sheets.into_iter().map(|sheet| sheet.map_err(&mut keep).ok()).collect();
        // A sheet that cannot be read may have marks.
        if sheets.iter().all(Option::is_some) {
            let guided = self.guides.on(sheets.iter_mut().flatten(), SheetSource::ByName);
            guided.unwrap_or_else(|problem| keep(problem.into()));
        }
        let dpi = self.resolution().map_err(|problem| keep(problem.into())).ok();
        let named = self.extra_cards(spec, deck.map(|(deck, _)| deck));
        let extras = theme.as_ref().map(|theme| listed_extras(theme, &named));
        let extras = extras.transpose().map_err(&mut keep).ok().flatten();
        let printer = self.printer.profile().map_err(&mut keep).ok().flatten();
        let date = source_date().map_err(|problem| keep(problem.into())).ok();
        let sheets: Option<Vec<Sheet>> = sheets.into_iter().collect();
        match (theme.zip(words).zip(extras), sheets, dpi, date) {
            (Some(((theme, words), extras)), Some(sheets), Some(dpi), Some(date))
                if problems.is_empty() =>
            {
                Ok(PrintSettings {
                    sheets: if usual { fitting(sheets, theme.format()) } else { sheets },
                    themes: in_languages(&theme, words),
                    theme_name,
                    words_name,
                    formats: self.format.clone(),
                    backs: self.backs == YesNo::Yes,
                    extras,
                    arrangement: self.arrangement(),
                    printer,
                    svg_lettering: self.svg_text.lettering(),
                    pdf_lettering: self.pdf_text.lettering(),
                    dpi,
                    date,
                })
            }
            _ => Err(problems.into()),
        }
    }

    /// The resolution of pictures.
    fn resolution(&self) -> Result<Dpi, Problem> {
        u16::try_from(self.dpi).ok().and_then(Dpi::new).ok_or_else(|| {
            let message = format!("{} dpi is not a resolution for cards", self.dpi);
            Problem::coded("argument.dpi", message).accepts("36 to 2400")
        })
    }

    /// The names of the extra cards: those on the command line, else of the spec, else of the deck.
    fn extra_cards(&self, spec: Option<&SpecFile>, deck: Option<&Deck>) -> Vec<FileName> {
        let plain = |names: &[String]| {
            names.iter().map(|name| FileName { name: name.clone(), place: None }).collect()
        };
        match (&self.extras[..], spec, deck) {
            ([none], _, _) if none == "none" => Vec::new(),
            ([], ..) if self.is_reprint => Vec::new(),
            ([], Some(file), _) => file.spec.extra_cards.clone(),
            ([], None, deck) => deck.map_or_else(Vec::new, |deck| plain(deck.extra_cards())),
            (typed, _, _) => plain(typed),
        }
    }

    /// The order of cards and pages.
    fn arrangement(&self) -> Arrangement {
        Arrangement {
            flip: self.printer.flip(),
            order: match self.order {
                OrderArg::Number => CardOrder::Number,
                OrderArg::Stack => CardOrder::Stack,
            },
            collation: match self.pages {
                PagesArg::Interleaved => Collation::Interleaved,
                PagesArg::Fronts => Collation::FrontsFirst,
            },
        }
    }
}

impl PrintSettings {
    /// The theme in the first of its languages.
    pub fn theme(&self) -> &Theme {
        &self.themes[0].1
    }

    /// The theme in each of its languages, with a folder for each if there are several.
    pub fn languages(&self) -> &[(Option<String>, Theme)] {
        &self.themes
    }

    /// The name of the theme in the deck file.
    pub fn theme_name(&self) -> &str {
        &self.theme_name
    }

    /// The deck with the names of theme and words, and of the extra cards that are printed.
    pub fn recorded_in(&self, deck: Deck) -> Deck {
        let extras = self.extras.iter().map(|extra| self.theme().extra_name(*extra).to_owned());
        let deck = deck.with_theme(self.theme_name()).with_words(self.words_name.clone());
        deck.with_extra_cards(extras)
    }

    /// The job for a deck.
    pub fn job<'a>(&'a self, deck: &'a Deck) -> Job<'a> {
        let is_wanted = |format| self.formats.contains(&format);
        Job::new(deck, self.theme())
            .with_sheets(self.sheets.clone())
            .with_svg(is_wanted(FormatArg::Svg))
            .with_png(is_wanted(FormatArg::Png).then_some(self.dpi))
            .with_pdf(is_wanted(FormatArg::Pdf))
            .with_backs(self.backs)
            .with_extras(self.extras.iter().copied().map(ExtraFront::Theme).collect())
            .with_arrangement(self.arrangement)
            .with_printer(self.printer.clone())
            .with_lettering(self.svg_lettering)
            .with_pdf_lettering(self.pdf_lettering)
            .with_date(self.date)
    }
}

/// A theme in each of these languages, with a folder for each if there are several.
fn in_languages(theme: &Theme, words: Vec<Words>) -> Vec<(Option<String>, Theme)> {
    let has_folders = words.len() > 1;
    let named = |words: Words| {
        let folder = has_folders.then(|| words.language().to_owned());
        (folder, theme.clone().in_words(words))
    };
    words.into_iter().map(named).collect()
}

fn sheets_help() -> String {
    let names: Vec<&str> = Sheet::built_in_names().collect();
    let usual = USUAL_SHEETS.join(",");
    format!("Sheets: {}, or TOML files; by default the spec's, or {usual}", names.join(", "))
}

/// The warning about a theme with several backs.
const SEVERAL_BACKS: &str = "the theme has several backs: each back reveals something about its face-down \
    card, so the deck is marked";

/// The default sheets.
const USUAL_SHEETS: [&str; 4] = ["a4-3x3", "letter-3x3", "single", "single-x4"];

/// The sheets that hold cards of this format.
fn fitting(sheets: Vec<Sheet>, format: Format) -> Vec<Sheet> {
    let fits = |sheet: &Sheet| Packing::new(sheet, format).is_ok();
    sheets.into_iter().filter(fits).collect()
}

/// The date of documents: `SOURCE_DATE_EPOCH` or a fixed one, so that the same deck gives the same bytes on
/// every day.
pub(super) fn source_date() -> Result<Timestamp, Problem> {
    let Ok(text) = std::env::var("SOURCE_DATE_EPOCH") else { return Ok(Timestamp::FIXED) };
    text.parse().ok().and_then(Timestamp::from_unix).ok_or_else(|| {
        Problem::coded("argument.date", format!("SOURCE_DATE_EPOCH {text:?} is not a date"))
            .accepts("seconds since 1970, up to the year 9999")
    })
}
