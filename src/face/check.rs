//! Template checks before printing: everything that binding refuses, and what binding cannot see.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::deck::{CardNumber, Deck, Field, Suit};
use crate::diagnostic::{Problem, Problems};

use super::bind::Binder;
use super::document::Element;
use super::label::{Condition, Label};
use super::name::Name;
use super::selection::Selection;
use super::template::{self, Side};
use super::text::several_lines::GOES_ON;
use super::{Extra, Face, Faces, Theme, drawn_for, heads, layout, misfit, part_label, placeholder};

/// Returns every fault of a theme's templates with the cards of `deck`:
///
/// - ill-formed files, labels and placeholders, names the deck does not have, colours that are not swatches
///   (what [`Binder::new`] refuses);
/// - elements of the deck that are shown nowhere, or twice on the same card, and what does not fit on the
///   card;
/// - heads over columns of another die;
/// - `is` labels whose value no card has;
/// - on any card: fonts that are not bundled, glyphs a font lacks, letters that are not filled with one
///   colour, and texts that leave their `box` or, without one, the safe zone.
///
/// Restrictions of single output formats, such as pictures in colour, are checked by their writers.
pub fn check(theme: &Theme, deck: &Deck) -> Problems {
    let cards: Vec<CardNumber> = deck.numbers().iter().collect();
    let extras: Vec<Extra> = theme.extras().collect();
    let all = Selection { cards: &cards, extras: &extras, backs: true };
    Faces::fitting_selected(theme, deck, all).err().unwrap_or_default()
}

/// The faults of one front.
pub(super) struct FrontFaults {
    card: CardNumber,
    /// Names shown twice.
    twice: Vec<(Name, Range<usize>)>,
    /// Texts that do not fit.
    misfits: Vec<Problem>,
}

impl FrontFaults {
    /// Whether it is free of faults.
    pub(super) fn is_good(&self) -> bool {
        self.twice.is_empty() && self.misfits.is_empty()
    }
}

impl Faces<'_> {
    /// The faults of a card's front.
    pub(super) fn front_faults(&self, card: CardNumber, face: &Face) -> FrontFaults {
        let theme = self.theme();
        let boxes = self.binder().boxes_of_card(self.deck().card(card));
        let misfits = misfit::find(face, &boxes, theme, theme.card());
        FrontFaults { card, twice: shown_twice(&boxes), misfits }
    }

    /// All faults of the templates, these fronts and the other printed faces.
    pub(super) fn faults(&self, fronts: Vec<FrontFaults>, selection: Selection<'_>) -> Problems {
        let (theme, binder) = (self.theme(), self.binder());
        let mut problems = Problems::new();
        problems.extend(unbound(binder.template(), theme, self.deck()));
        problems.extend(doubled(fronts.iter().map(|front| (front.card, &front.twice)), theme));
        problems.extend(impossible(binder, theme));
        if let Some(first) = fronts.first()
            && let Ok(drawing) = self.lent_card(first.card).drawing()
        {
            problems.extend(heads::wrong(drawing, theme, self.deck()));
        }
        let mut others = Vec::new();
        for ((place, face), template) in
            self.backs().zip(theme.back_templates()).filter(|_| selection.backs)
        {
            let boxes = binder.boxes_of_back(place);
            others.push((&template.source, face, boxes));
        }
        for &extra in selection.extras {
            problems.extend(self.extra_faults(extra).cloned().unwrap_or_default());
            let parts = (theme.extra(extra), self.extra(extra), binder.boxes_of_extra(extra));
            if let (Some(source), Some(face), Some(element)) = parts {
                others.push((source, face, element));
            }
        }
        let mut elsewhere = Vec::new();
        for (source, face, boxes) in others {
            elsewhere.extend(misfit::find(face, &boxes, theme, source));
        }
        let fronts = fronts.into_iter().map(|front| (front.card, front.misfits));
        problems.extend(misfits(self.deck().size(), fronts, elsewhere));
        problems
    }
}

/// All faults of a theme whose card and back templates cannot be bound for these reasons, with these extra
/// cards. A misspelt name often leaves its figure without a place; both faults are reported.
pub(super) fn unbindable(
    theme: &Theme,
    deck: &Deck,
    extras: &[Extra],
    mut problems: Problems,
) -> Problems {
    for source in extras.iter().filter_map(|extra| theme.extra(*extra)) {
        problems.extend(template::read(source, theme, deck, Side::Back).1);
    }
    let is_reported = problems.iter().any(|problem| problem.code() == "face.another-layout");
    let lay_out = |mut card| {
        part_label::take_away(&mut card, theme.card(), deck).ok()?;
        placeholder::put_words(&mut card, theme.words(), deck);
        let edition = deck.edition().to_string();
        let values = theme.values(deck, &edition);
        layout::lay_out(card, theme, &values, 0.0).ok().map(|laid| laid.root)
    };
    let card = Element::read_template(theme.card()).ok().and_then(lay_out);
    if let Some(card) = card.filter(|_| !is_reported) {
        problems.extend(unbound(&card, theme, deck));
    }
    problems
}

/// Elements of the deck that no placeholder or label shows.
fn unbound(card: &Element, theme: &Theme, deck: &Deck) -> Problems {
    let layout = deck.layout();
    let mut shown: Vec<Name> = Vec::new();
    card.visit(&mut |element| {
        match element.label().as_deref().map(Label::parse) {
            Some(Ok(Some(Label::ScatterHand))) => shown.push(Name::Field(Field::Scatter)),
            Some(Ok(Some(Label::Shown(Condition::Is(name @ Name::Field(Field::Shuffle), _))))) => {
                shown.push(name);
            }
            _ => {}
        }
        if element.name == "text" {
            shown.extend(
                placeholder::pieces(element)
                    .into_iter()
                    .filter_map(|piece| piece.name.ok())
                    .map(|name| name.resolved(layout)),
            );
        }
    });
    let mut problems = Problems::new();
    let another = drawn_for::shows_another(card, theme, layout);
    let is_reported = another.is_some();
    problems.extend(another.map(Problems::from).unwrap_or_default());
    for field in layout.fields() {
        if is_reported && drawn_for::is_repeated(&field) {
            continue;
        }
        let name = Name::Field(field.clone());
        // The step is derived from the stack by the generator, and other policies have no sign: not printed.
        let is_printed = match field {
            Field::HitStep => false,
            Field::Shuffle => layout.has_shuffle_signs(),
            _ => true,
        };
        if is_printed && !theme.hides(&field) && !shown.contains(&name) {
            let message = format!("{name} of the deck is shown nowhere");
            let place = card.span.clone();
            problems.push(
                Problem::coded("face.not-shown", message).at(theme.card(), place).accepts(format!(
                    "{}, or {:?} in hides of theme.toml",
                    match field {
                        Field::Shuffle => "an object labelled \"is shuffle sign\"".to_owned(),
                        _ => format!("a text {{{{{name}}}}}"),
                    },
                    hidden_as(&field)
                )),
            );
        }
    }
    problems
}

/// The name of a field in `hides` of theme.toml.
fn hidden_as(field: &Field) -> String {
    field.part().map_or_else(|| field.to_string(), |part| part.to_string())
}

/// Values shown more than once on a front, with their places. Number, rank, suit and toggle may be repeated
/// in another corner.
fn shown_twice(front: &Element) -> Vec<(Name, Range<usize>)> {
    let mut seen: BTreeMap<Name, usize> = BTreeMap::new();
    let mut twice = Vec::new();
    front.visit(&mut |element| {
        // A value on several lines is shown once.
        if element.attribute(GOES_ON).is_some() {
            return;
        }
        let names = element.attribute("data-field").unwrap_or_default();
        for name in names.split(' ').filter_map(Name::parse) {
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            let once = matches!(
                name,
                Name::Field(
                    Field::Cause { .. } | Field::Effect { .. } | Field::Hit(_) | Field::Burst(_)
                )
            );
            if *count == 2 && once {
                twice.push((name, element.span.clone()));
            }
        }
    });
    twice
}

/// The result of [`shown_twice`] over all cards, each name once.
fn doubled<'t>(
    fronts: impl Iterator<Item = (CardNumber, &'t Vec<(Name, Range<usize>)>)>,
    theme: &Theme,
) -> Problems {
    let mut problems = Problems::new();
    let mut reported: Vec<&Name> = Vec::new();
    for (card, twice) in fronts {
        for (name, span) in twice {
            if !reported.contains(&name) {
                let message = format!("{name} is shown twice on card {card}");
                problems.push(
                    Problem::coded("face.shown-twice", message).at(theme.card(), span.clone()),
                );
                reported.push(name);
            }
        }
    }
    problems
}

/// `is` labels that hold on no card.
fn impossible(binder: &Binder<'_>, theme: &Theme) -> Problems {
    let mut problems = Problems::new();
    binder.template().visit(&mut |element| {
        let Some(Ok(Some(Label::Shown(Condition::Is(name, texts))))) =
            element.label().as_deref().map(Label::parse)
        else {
            return;
        };
        // A deck may lack a suit or jokers for which the template has a drawing.
        let is_suit = |text: &String| name == Name::SuitInWords && Suit::is_name(text);
        for text in texts.iter().filter(|text| !is_suit(text)) {
            let condition = Condition::Is(name.clone(), vec![text.clone()]);
            let cards = binder.deck().cards();
            if !cards.iter().any(|card| condition.holds(&binder.values(Some(card)))) {
                let message =
                    format!("no card has {name} {text:?}, so {} never shows", element.described());
                problems.push(
                    Problem::coded("face.never-holds", message)
                        .at(theme.card(), element.span.clone()),
                );
            }
        }
    });
    problems
}

/// Texts that leave their place, missing fonts and glyphs. Each is reported once, with its cards unless it
/// concerns all cards of the deck, a back or an extra card.
fn misfits(
    deck: usize,
    fronts: impl Iterator<Item = (CardNumber, Vec<Problem>)>,
    elsewhere: Vec<Problem>,
) -> Problems {
    let mut reported: BTreeMap<String, (Problem, Vec<CardNumber>)> = BTreeMap::new();
    for (card, found) in fronts {
        for problem in found {
            let entry =
                reported.entry(problem.to_string()).or_insert_with(|| (problem, Vec::new()));
            entry.1.push(card);
        }
    }
    let others: BTreeSet<String> = elsewhere.iter().map(Problem::to_string).collect();
    let mut known: BTreeSet<String> = reported.keys().cloned().collect();
    let mut problems = Problems::new();
    for (text, (problem, cards)) in reported {
        let cards: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
        let message = match cards.len() {
            _ if others.contains(&text) => problem.message().to_owned(),
            cards if cards == deck => problem.message().to_owned(),
            _ => format!("{} (card {})", problem.message(), cards.join(", ")),
        };
        problems.push(problem.reworded(message));
    }
    let new = elsewhere.into_iter().filter(|problem| known.insert(problem.to_string()));
    new.for_each(|problem| problems.push(problem));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::face::testing::{deck, named_places, number, theme, theme_of};

    fn findings(front: &str) -> String {
        check(&theme(front), &deck()).to_string()
    }

    #[test]
    fn built_in_themes_have_no_faults() {
        let deck = deck();
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            assert_eq!("", check(&theme, &deck).to_string(), "{name}");
        }
    }

    #[test]
    fn a_cancelled_check_reports_nothing_and_makes_no_more_faces() {
        let (deck, theme) = (deck(), Theme::built_in("ink-saver").unwrap());
        let cards: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let never = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 54;
        let all = Selection::from_cards(&cards);
        assert!(Faces::fitting_while(&theme, &deck, all, &never).unwrap().is_none());
        assert!((1..54).contains(&asked.into_inner()));
    }

    #[test]
    fn elements_shown_nowhere_are_reported() {
        let findings = findings("<text x=\"9\" y=\"9\">{{number}}</text>");
        assert!(!findings.contains("number of the deck"), "{findings}");
        assert!(!findings.contains("hit.step"), "{findings}");
        for name in ["cause.d4.1", "effect.d12.5", "hit.4", "burst.10", "scatter", "unintended"] {
            assert!(findings.contains(&format!("{name} of the deck is shown nowhere")), "{name}");
        }
    }

    #[test]
    fn a_cell_shown_twice_is_a_fault_but_its_looks_are_not() {
        let looks = "<text id=\"plain cause.d6.1\" x=\"9\" y=\"9\">{{cause.d6.1}}</text>\
            <text id=\"cf cause.d6.1\" x=\"9\" y=\"9\">{{cause.d6.1}}</text>";
        assert!(!findings(looks).contains("twice"));
        let doubled = format!("{looks}<text x=\"9\" y=\"19\">{{{{cause.d6.1}}}}</text>");
        assert!(findings(&doubled).contains("cause.d6.1 is shown twice on card"));
    }

    #[test]
    fn a_label_that_holds_on_no_card_is_reported() {
        let findings = findings("<g id=\"is suit.name clubs|club\"/>");
        assert!(findings.contains("no card has suit.name \"club\""), "{findings}");
        assert!(!findings.contains("\"clubs\""), "{findings}");
    }

    #[test]
    fn text_outside_its_box_or_the_safe_zone_is_measured() {
        let boxed = "<text x=\"20\" y=\"20\">{{hit.1}}</text>\
            <rect id=\"box hit.1\" x=\"20\" y=\"17\" width=\"4\" height=\"4\"/>";
        assert!(findings(boxed).contains("hit.1 leaves its box by"));
        let wide = boxed.replace("width=\"4\"", "width=\"24\"");
        assert!(!findings(&wide).contains("leaves"), "{}", findings(&wide));
        let near_the_edge = "<text x=\"1\" y=\"20\">{{number}}</text>";
        assert!(findings(near_the_edge).contains("number leaves the safe zone by 2."));
    }

    #[test]
    fn a_misspelt_name_is_reported_with_the_figure_it_omits() {
        let (card, back) = named_places("ink-saver", &deck());
        let misspelt = theme_of(&card.replace("{{cause.d10.2}}", "{{cause.d10.9}}"), &back);
        let findings = check(&misspelt, &deck()).to_string();
        assert!(findings.contains("the deck has no cause.d10.9"), "{findings}");
        assert!(findings.contains("cause.d10.2 of the deck is shown nowhere"), "{findings}");
    }

    #[test]
    fn a_head_that_is_not_its_columns_is_reported_with_both_dice() {
        let (card, back) = named_places("ink-saver", &deck());
        let heads = |findings: &str| {
            let found = findings.lines().filter(|line| line.contains("the head over column"));
            found.map(str::to_owned).collect::<Vec<_>>()
        };
        let describe = |card: &str| heads(&check(&theme_of(card, &back), &deck()).to_string());
        assert_eq!(Vec::<String>::new(), describe(&card));
        // The template has exactly two heads of eight-sided dice, one over each grid.
        let eights = card.matches(">8<").count();
        assert_eq!(2, eights);
        let found = describe(&card.replace(">8<", ">d10<"));
        assert_eq!(2, found.len(), "{found:?}");
        for (grid, line) in ["cause", "effect"].iter().zip(found) {
            let expected = format!("the head over column {grid} d8 shows d10; accepted: 8 over it");
            assert!(line.contains(&expected), "{line}");
        }
    }

    #[test]
    fn a_name_too_long_for_the_back_is_reported() {
        let long = "An Exceedingly Long Name of a Deck That Does Not Fit Here.csv";
        let deck = Deck::read(long, &deck().to_csv()).unwrap();
        let theme = Theme::built_in("future-imperfect").unwrap();
        let findings = check(&theme, &deck).to_string();
        for file in ["card.svg", "back.svg", "title.svg"] {
            let reported = findings.lines().find(|line| line.contains(file)).unwrap_or_default();
            assert!(
                reported.contains("at the smallest size that can be read"),
                "{file}: {findings}"
            );
            assert!(reported.contains("accepted: a text of about"), "{file}: {findings}");
        }
    }

    #[test]
    fn a_long_deck_name_fits_every_theme() {
        let deck = Deck::read("Das Orakel der zwölf Nächte.csv", &deck().to_csv()).unwrap();
        assert_eq!("Das Orakel der zwölf Nächte", deck.name());
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            assert_eq!("", check(&theme, &deck).to_string(), "{name}");
        }
    }

    #[test]
    fn a_missing_font_or_glyph_is_reported_with_its_cards() {
        let foreign = "<text font-family=\"Nonesuch\" x=\"9\" y=\"9\">{{number}}</text>";
        assert!(findings(foreign).contains("Nonesuch"), "{}", findings(foreign));
        let some = "<text id=\"is suit.name clubs\" x=\"9\" y=\"9\">龍</text>";
        let findings = findings(some);
        assert!(findings.contains("glyph for \"龍\""), "{findings}");
        assert!(findings.contains("(card 1, 5, 9, "), "{findings}");
    }

    #[test]
    fn a_name_without_glyphs_is_reported_once() {
        let deck = Deck::read("Колода.csv", &deck().to_files().unwrap().csv).unwrap();
        let theme = Theme::built_in("west").unwrap();
        for cards in [vec![number(0)], CardNumbers::POKER.iter().collect()] {
            let problems = Faces::fitting_on(&theme, &deck, &cards).unwrap_err();
            let reported = problems.to_string().matches("of \"Колода\"").count();
            assert_eq!(1, reported, "{problems}");
        }
    }

    #[test]
    fn faults_of_cards_that_are_not_printed_are_ignored() {
        let some = "<text id=\"is suit.name clubs\" x=\"9\" y=\"9\">龍</text>";
        let (theme, deck) = (theme(some), deck());
        let describe = |card: u8| {
            let cards = [CardNumber::new(card).unwrap()];
            Faces::fitting_on(&theme, &deck, &cards).unwrap_err().to_string()
        };
        assert!(!describe(2).contains("glyph"), "{}", describe(2));
        assert!(describe(1).contains("glyph for \"龍\" in"), "{}", describe(1));
        assert!(describe(1).contains("(card 1)"), "{}", describe(1));
    }

    #[test]
    fn stroked_and_gradient_letters_are_reported_with_places() {
        let gradient = "<linearGradient id=\"g\"><stop stop-color=\"#000\"/>\
            <stop offset=\"1\" stop-color=\"#fff\"/></linearGradient>";
        let text = |paint: &str| {
            findings(&format!("{gradient}<text x=\"9\" y=\"9\" {paint}>{{{{number}}}}</text>"))
        };
        assert!(!text("fill=\"#000\"").contains("letters"), "{}", text("fill=\"#000\""));
        for (paint, what) in [
            ("stroke=\"#000\" stroke-width=\".2\"", "a stroke around its letters"),
            ("fill=\"url(#g)\"", "letters in a gradient"),
        ] {
            let found = text(paint);
            assert!(found.contains(what), "{found}");
            assert!(found.lines().any(|line| line.contains("card.svg:1:") && line.contains(what)));
        }
    }
}
