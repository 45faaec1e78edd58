//! A copy of a prototype, with the words replaced by those of its subject.

use crate::deck::Field;
use crate::dice::Die;

use super::super::document::{Element, Node};
use super::super::name::Name;
use super::super::placeholder;

/// The subject of a copy.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Subject {
    Head(Die),
    /// A row, from 1.
    Row(u8),
    Cell(Field),
    Border,
    /// A burst with this number of shots.
    Burst(u16),
    /// An entry of the hit stack, from 1.
    Hit(u8),
    /// A custom element by its index, from 1, and id.
    Element(u8, String),
}

impl Subject {
    /// The name of the copy in the drawing.
    fn title(&self) -> String {
        match self {
            Self::Head(die) => format!("head {die}"),
            Self::Row(row) => format!("row {row}"),
            Self::Cell(field) => Name::Field(field.clone()).to_string(),
            Self::Border => "border".to_owned(),
            Self::Burst(shots) => format!("burst.{shots}"),
            Self::Hit(entry) => format!("hit.{entry}"),
            Self::Element(_, id) => format!("element.{id}"),
        }
    }

    /// The name of the copy in messages.
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::Burst(shots) => format!("the burst of {shots}"),
            Self::Hit(entry) => format!("hit location {entry}"),
            Self::Element(_, id) => format!("the element {id}"),
            _ => self.title(),
        }
    }

    /// The name on this card of a word of the prototype, in labels and placeholders.
    fn name(&self, word: &str) -> Option<String> {
        match (self, word) {
            (Self::Cell(field), "cell") => Some(Name::Field(field.clone()).to_string()),
            (Self::Burst(shots), "hits") => Some(format!("burst.{shots}")),
            (Self::Hit(entry), "location") => Some(format!("hit.{entry}")),
            (Self::Element(_, id), "element") => Some(id.clone()),
            (Self::Element(place, _), "element.name") => Some(format!("element.{place}.name")),
            _ => None,
        }
    }

    /// The replacement of a placeholder: a name of the card in braces, or words.
    fn text(&self, word: &str) -> Option<String> {
        match (self, word) {
            (Self::Head(die), "die") => Some(die.sides().to_string()),
            (Self::Row(row), "row") => Some(row.to_string()),
            (Self::Burst(shots), "shots") => Some(shots.to_string()),
            // By index, since small letters of its id cannot be distinguished from capitals.
            (Self::Element(place, _), "element") => Some(format!("{{{{element.{place}}}}}")),
            _ => self.name(word).map(|name| format!("{{{{{name}}}}}")),
        }
    }

    /// Whether an object of the prototype belongs to this copy: some objects are for certain dice or for
    /// every second row.
    fn takes(&self, label: &str, drawn: &[Die]) -> bool {
        match (self, label.split_whitespace().collect::<Vec<_>>().as_slice()) {
            (Self::Head(own), ["die", "other"]) => !drawn.contains(own),
            (Self::Head(own), ["die", die]) => die.parse() == Ok(*own),
            (Self::Row(row), ["later", "row", ..]) => *row > 1,
            (Self::Row(row), ["even", "row", ..]) => row % 2 == 0,
            (Self::Row(row), ["odd", "row", ..]) => row % 2 == 1,
            _ => true,
        }
    }

    /// The prototype with the words of this subject, not yet placed.
    pub(super) fn copy_of(&self, prototype: &Element) -> Element {
        let drawn = dice_of(prototype);
        let mut copy = self.copied(prototype, &drawn);
        copy.set("inkscape:label", self.title());
        copy
    }

    fn copied(&self, element: &Element, drawn: &[Die]) -> Element {
        let mut copy = element.clone_without_children();
        if let Some(label) = element.label() {
            let words: Vec<String> = label
                .split_whitespace()
                .enumerate()
                .map(|(place, word)| match self.name(word) {
                    Some(name) if place > 0 => name,
                    _ => word.to_owned(),
                })
                .collect();
            copy.set("inkscape:label", words.join(" "));
            copy.attributes.retain(|(key, _)| key != "id");
        }
        for child in &element.children {
            match child {
                Node::Element(child) if !self.takes(&child.label().unwrap_or_default(), drawn) => {}
                Node::Element(child) => {
                    copy.children.push(Node::Element(self.copied(child, drawn)));
                }
                Node::Text(..) => copy.children.push(child.clone()),
            }
        }
        if placeholder::is_bound(&copy) {
            // Names in braces stay names; their values are put in capitals when they are filled in.
            placeholder::substitute(&mut copy, &|name| name.to_uppercase(), &|it| self.text(it));
        }
        copy
    }
}

/// The dice that a head has drawings for.
fn dice_of(prototype: &Element) -> Vec<Die> {
    let mut dice = Vec::new();
    prototype.visit(&mut |element| {
        let label = element.label().unwrap_or_default();
        dice.extend(label.strip_prefix("die ").and_then(|die| die.trim().parse::<Die>().ok()));
    });
    dice
}

/// Whether a head has a drawing for a die.
pub(super) fn draws(prototype: &Element, die: Die) -> bool {
    let mut is_by_die = false;
    let mut takes = false;
    prototype.visit(&mut |element| {
        let label = element.label().unwrap_or_default();
        if let Some(drawn) = label.strip_prefix("die ") {
            is_by_die = true;
            takes |= drawn.trim() == "other" || drawn.trim().parse() == Ok(die);
        }
    });
    takes || !is_by_die
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    fn copy(subject: &Subject, body: &str) -> String {
        let svg = format!("<svg><g id=\"each_thing\">{body}</g></svg>");
        let root = Element::read(&Source::new("card.svg", svg)).unwrap();
        let prototype = root.elements().next().unwrap().clone();
        let text = Element { children: vec![Node::Element(subject.copy_of(&prototype))], ..root };
        let text = text.to_svg();
        let start = text.find("<g").unwrap();
        text[start..].trim_end().trim_end_matches("</svg>").to_owned()
    }

    fn die(sides: u16) -> Die {
        Die::new(sides).unwrap()
    }

    #[test]
    fn a_cell_takes_its_own_name_in_labels_and_texts() {
        let cell = Subject::Cell("cause_d20_3".parse().unwrap());
        assert_eq!(
            "<g inkscape:label=\"cause.d20.3\"><g inkscape:label=\"plain cause.d20.3\"/>\
             <text>{{cause.d20.3}}</text></g>",
            copy(&cell, "<g id=\"plain_cell\"/><text>{{ce<tspan/>ll}}</text>")
                .replace("<tspan/>", "")
        );
    }

    #[test]
    fn a_head_takes_the_drawing_of_its_die_or_the_one_for_all_others() {
        let body = "<g id=\"die d6\"/><g id=\"die other\"/><text>{{die}}</text>";
        let of = |sides| copy(&Subject::Head(die(sides)), body);
        assert!(of(6).contains("die d6") && !of(6).contains("other") && of(6).contains(">6<"));
        assert!(of(7).contains("die other") && !of(7).contains("die d6") && of(7).contains(">7<"));
    }

    #[test]
    fn every_second_row_may_be_drawn_otherwise() {
        let body = "<rect id=\"even_row\"/><text>({{row}})</text>";
        assert!(!copy(&Subject::Row(1), body).contains("rect"));
        assert!(copy(&Subject::Row(2), body).contains("rect"));
        assert!(copy(&Subject::Row(2), body).contains("(2)"));
    }

    #[test]
    fn elements_and_bursts_are_named_and_counted() {
        let omen = Subject::Element(2, "omen".to_owned());
        let text = copy(&omen, "<text>{{element.name}}: {{element}} {{ELEMENT}}</text>");
        assert!(text.contains("{{element.2.name}}: {{element.2}} {{ELEMENT.2}}"), "{text}");
        let text = copy(&Subject::Burst(30), "<text>{{hits}} of {{shots}}</text>");
        assert!(text.contains("{{burst.30}} of 30"), "{text}");
    }
}
