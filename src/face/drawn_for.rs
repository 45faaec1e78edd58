//! Whether a template that names every place matches the layout of a deck.

use std::collections::BTreeSet;

use crate::deck::{Field, Layout};
use crate::diagnostic::Problem;
use crate::wording::counted;

use super::document::Element;
use super::name::Name;
use super::{Theme, placeholder};

/// From this many mismatches on, the template is for another deck; fewer are misspelt names, reported one
/// by one.
const SLIPS: usize = 4;

/// The problem of a template with places for another layout than the deck's.
pub(super) fn asks_for_another(root: &Element, theme: &Theme, layout: &Layout) -> Option<Problem> {
    let (drawn, own) = (drawn(root), repeated(layout));
    let strange = drawn.difference(&own).count();
    (strange >= SLIPS).then(|| problem(root, theme, &drawn, &own))
}

/// The problem of a template that lacks places that the deck's cards need.
pub(super) fn shows_another(root: &Element, theme: &Theme, layout: &Layout) -> Option<Problem> {
    let (drawn, own) = (drawn(root), repeated(layout));
    let different = drawn.symmetric_difference(&own).count();
    (!drawn.is_empty() && different >= SLIPS).then(|| problem(root, theme, &drawn, &own))
}

/// The repeatable fields that the template shows.
fn drawn(root: &Element) -> BTreeSet<Field> {
    let mut drawn = BTreeSet::new();
    root.visit(&mut |element| {
        if element.name == "text" {
            let names =
                placeholder::pieces(element).into_iter().filter_map(|piece| piece.name.ok());
            drawn.extend(names.filter_map(|name| match name {
                Name::Field(field) if is_repeated(&field) => Some(field),
                _ => None,
            }));
        }
    });
    drawn
}

fn repeated(layout: &Layout) -> BTreeSet<Field> {
    layout.fields().into_iter().filter(is_repeated).collect()
}

fn problem(
    root: &Element,
    theme: &Theme,
    drawn: &BTreeSet<Field>,
    own: &BTreeSet<Field>,
) -> Problem {
    let message = format!(
        "theme {} is drawn for another deck: {}; this one has {}",
        theme.name(),
        described(drawn),
        described(own),
    );
    Problem::coded("face.another-layout", message)
        .at(theme.card(), root.span.clone())
        .accepts("a theme that draws one of each, as the program's own do, or these places")
}

/// Whether a card may have any number of this field.
pub(super) fn is_repeated(field: &Field) -> bool {
    matches!(field, Field::Cause { .. } | Field::Effect { .. } | Field::Burst(_) | Field::Hit(_))
}

/// Fields in short form: `cause d6, d20 × 4, effect d6 × 2, 3 bursts, 4 hit locations`.
fn described(fields: &BTreeSet<Field>) -> String {
    let grid = |name: &str, cell: fn(&Field) -> Option<(crate::dice::Die, u8)>| {
        let cells: Vec<_> = fields.iter().filter_map(cell).collect();
        let dice: BTreeSet<_> = cells.iter().map(|(die, _)| *die).collect();
        let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
        let rows = cells.iter().map(|(_, row)| *row).max()?;
        Some(format!("{name} {} × {rows}", dice.join(", ")))
    };
    let cause = grid("cause", |field| match field {
        Field::Cause { die, row } => Some((*die, *row)),
        _ => None,
    });
    let effect = grid("effect", |field| match field {
        Field::Effect { die, row } => Some((*die, *row)),
        _ => None,
    });
    let count = |is: fn(&Field) -> bool| fields.iter().filter(|field| is(field)).count();
    let bursts = count(|field| matches!(field, Field::Burst(_)));
    let hits = count(|field| matches!(field, Field::Hit(_)));
    let parts =
        [cause, effect, Some(counted(bursts, "burst")), Some(counted(hits, "hit location"))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use crate::face::check;
    use crate::face::testing::{deck, deck_where, named_places, theme_of};

    #[test]
    fn a_template_for_another_grid_is_reported_once_with_both() {
        let (card, back) = named_places("ink-saver", &deck());
        let theme = theme_of(&card, &back);
        assert!(!check(&theme, &deck()).to_string().contains("another deck"));
        let other = deck_where(|csv| csv.replace("_d4_", "_d3_").replace("burst_10", "burst_12"));
        let reported: Vec<String> = check(&theme, &other)
            .iter()
            .filter(|problem| problem.code() != "face.off-palette")
            .map(|problem| problem.message().to_owned())
            .collect();
        assert_eq!(
            vec![
                "theme test is drawn for another deck: cause d4, d6, d8, d10, d12 × 5, effect d4, \
                 d6, d8, d10, d12 × 5, 3 bursts, 4 hit locations; this one has cause d3, d6, d8, \
                 d10, d12 × 5, effect d3, d6, d8, d10, d12 × 5, 3 bursts, 4 hit locations"
            ],
            reported
        );
    }
}
