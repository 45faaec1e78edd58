//! Fills the template of a product with content; the result is one complete SVG.
//!
//! `templates/README.md` describes the labels. A region (`at front`, `each panel`) is a group with a `slot`:
//! the drawing is moved from the slot into the rectangle of the content, like regions on cards.

use std::cell::RefCell;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};
use crate::geometry::{Rect, Size, rounded};

use super::super::document::{Element, Node};
use super::super::fit::drawn_face;
use super::super::layout::{
    Hold, MIDDLE_OF_FIGURES, Move, Placer, Room, WidestText, is_slot, placer_of,
};
use super::super::text::lettering::Lettering;
use super::super::text::{flow, shrink};
use super::super::{Fonts, Words, placeholder, supported};
use super::content::{Content, Picture, SLOT, Scope};
use super::picture;

/// The attributes that take a property from a text of the content.
const PROPERTIES: [(&str, &str); 6] = [
    ("data-fill", "fill"),
    ("data-stroke", "stroke"),
    ("data-font-family", "font-family"),
    ("data-font-weight", "font-weight"),
    ("data-d", "d"),
    ("data-transform", "transform"),
];
/// Returns a page of this size from its template. `subject` is its title, by which preflight identifies it.
///
/// # Errors
/// Faults of the template with their places: unknown names, regions without a slot, texts that do not fit.
pub(super) fn fill(
    template: &Arc<Source>,
    content: &Content,
    size: Size,
    subject: &str,
    words: &Words,
    fonts: &Fonts,
) -> Result<Element, Problems> {
    let mut root = Element::read_template(template)?;
    let problems = supported::unsupported(&root, template);
    let mut filler = Filler { template, words, problems, pictures: 0 };
    let Some([left, top, width, height]) = drawn_face(&root) else {
        let problem = Problem::coded("template.size", "the template has no viewBox");
        return Err(problem.at(template, root.span).accepts("viewBox=\"0 0 297 210\"").into());
    };
    let from = Room { left, top, right: left + width, bottom: top + height };
    let [width, height] = [size.width.0, size.height.0];
    let to = Room { left: 0.0, top: 0.0, right: width, bottom: height };
    let scope = Scope::new(content);
    let lettering = Lettering::in_fonts(fonts).within(&root);
    let at = Surroundings {
        scope: &scope,
        placer: placer_of(Move { from, to }, 1.0),
        hold: Hold::default(),
    };
    let children = std::mem::take(&mut root.children);
    let mut title = Element { name: "title".to_owned(), ..root.clone_without_children() };
    title.attributes.clear();
    title.children.push(Node::Text(subject.to_owned(), 0..0));
    if !subject.is_empty() {
        root.children.push(Node::Element(title));
    }
    root.children.extend(filler.children(&children, &at, &lettering));
    let [width, height] = [width, height].map(|length| rounded(length, 4));
    root.set("width", format!("{width}mm"));
    root.set("height", format!("{height}mm"));
    root.set("viewBox", format!("0 0 {width} {height}"));
    filler.problems.into_result(root)
}

/// The context of an element.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    scope: &'a Scope<'a>,
    placer: Placer,
    hold: Hold,
}

/// The instruction in a label.
enum Instruction {
    At(String),
    Each(String),
    Picture(String),
    Has(String),
    Blank(String),
}

impl Instruction {
    /// The instruction of a label, after the words for its alignment.
    fn read(element: &Element) -> Option<Self> {
        const HOLDS: [&str; 6] = ["left", "right", "top", "bottom", "stretch", "spread"];
        let label = element.label()?;
        let mut words = label.split_whitespace().skip_while(|word| HOLDS.contains(word));
        let (verb, subject) = (words.next()?, words.next()?.to_owned());
        match (verb, words.next()) {
            ("at", None) => Some(Self::At(subject)),
            ("each", None) => Some(Self::Each(subject)),
            ("picture", None) => Some(Self::Picture(subject)),
            ("has", None) => Some(Self::Has(subject)),
            ("blank", None) => Some(Self::Blank(subject)),
            _ => None,
        }
    }
}

struct Filler<'a> {
    template: &'a Arc<Source>,
    words: &'a Words,
    problems: Problems,
    /// The number of placed pictures.
    pictures: usize,
}

impl Filler<'_> {
    fn fault(&mut self, element: &Element, message: String, accepted: String) {
        let problem = Problem::coded("template.name", message);
        self.problems.push(problem.at(self.template, element.span.clone()).accepts(accepted));
    }

    fn children(
        &mut self,
        children: &[Node],
        at: &Surroundings<'_>,
        lettering: &Lettering,
    ) -> Vec<Node> {
        let mut filled = Vec::new();
        for child in children {
            match child {
                Node::Element(child) => {
                    let lettering = lettering.within(child);
                    self.element(child, at, &lettering, &mut filled);
                }
                text @ Node::Text(..) => filled.push(text.clone()),
            }
        }
        filled
    }

    fn element(
        &mut self,
        element: &Element,
        at: &Surroundings<'_>,
        lettering: &Lettering,
        filled: &mut Vec<Node>,
    ) {
        match element.name.as_str() {
            "title" | "desc" | "metadata" | "sodipodi:namedview" => return,
            "defs" | "style" => return filled.push(Node::Element(element.clone())),
            _ if is_slot(element) => return,
            _ => {}
        }
        let unknown =
            |kind: &str, name: &str| format!("{}: unknown {kind} {name}", element.described());
        match Instruction::read(element) {
            Some(Instruction::At(name)) => match at.scope.place(&name) {
                Some(place) => filled.extend(self.region(element, place, at, lettering)),
                None => {
                    self.fault(element, unknown("region", &name), at.scope.place_names());
                }
            },
            Some(Instruction::Each(name)) => {
                for entry in self.entries(element, &name, at) {
                    let scope = at.scope.within(entry);
                    let at = Surroundings { scope: &scope, ..*at };
                    match scope.place(SLOT) {
                        Some(place) => filled.extend(self.region(element, place, &at, lettering)),
                        None => filled.extend(self.drawn(element, &at, lettering)),
                    }
                }
            }
            Some(Instruction::Picture(name)) => match at.scope.picture(&name) {
                Some(picture) => filled.extend(self.picture(element, &name, picture, at)),
                None => {
                    self.fault(element, unknown("picture", &name), at.scope.picture_names());
                }
            },
            Some(Instruction::Has(name)) => match at.scope.has(&name) {
                Some(true) => filled.extend(self.drawn(element, at, lettering)),
                Some(false) => {}
                None => self.fault(element, unknown("text", &name), at.scope.text_names()),
            },
            Some(Instruction::Blank(name)) => match at.scope.has(&name) {
                Some(false) => filled.extend(self.drawn(element, at, lettering)),
                Some(true) => {}
                None => self.fault(element, unknown("text", &name), at.scope.text_names()),
            },
            None if element.label().as_deref() == Some("flow") => {
                filled.extend(self.flow(element, at, lettering));
            }
            None => filled.extend(self.drawn(element, at, lettering)),
        }
    }

    /// Sets paragraphs in the room of their slot, whose edges keep their distances.
    fn flow(
        &mut self,
        element: &Element,
        at: &Surroundings<'_>,
        lettering: &Lettering,
    ) -> Option<Node> {
        let Some(slot) = element.elements().find(|child| is_slot(child)).and_then(Room::new) else {
            let message = format!("{} has no slot", element.described());
            self.fault(element, message, "a <rect> \"slot\": the room for its lines".to_owned());
            return None;
        };
        let mut paragraphs = Vec::new();
        self.paragraphs(element, at, &mut paragraphs);
        let room = at.placer.moved.stretched_room(slot);
        let mut group = element.clone_without_children();
        match flow::set_in(room, element, &paragraphs, lettering) {
            Ok(lines) => group.children = lines,
            Err(problem) => {
                self.problems.push(problem.at(self.template, element.span.clone()));
            }
        }
        Some(Node::Element(group))
    }

    /// The paragraphs of a flow, repeated and filled.
    fn paragraphs(
        &mut self,
        parent: &Element,
        at: &Surroundings<'_>,
        paragraphs: &mut Vec<Element>,
    ) {
        for child in parent.elements().filter(|child| !is_slot(child)) {
            let is_shown = match Instruction::read(child) {
                Some(Instruction::Each(name)) => {
                    for entry in self.entries(child, &name, at) {
                        let scope = at.scope.within(entry);
                        self.paragraphs(child, &Surroundings { scope: &scope, ..*at }, paragraphs);
                    }
                    continue;
                }
                Some(Instruction::Has(name)) => Some(at.scope.has(&name) == Some(true)),
                Some(Instruction::Blank(name)) => Some(at.scope.has(&name) != Some(true)),
                _ => None,
            };
            match is_shown {
                Some(false) => {}
                // A group with a condition holds paragraphs.
                Some(true) if child.name == "g" => self.paragraphs(child, at, paragraphs),
                _ => {
                    let mut paragraph = child.clone();
                    if child.label().as_deref() == Some(flow::ROW) {
                        self.repeat_cells(&mut paragraph, at);
                    }
                    self.texts(&mut paragraph, at);
                    paragraphs.push(paragraph);
                }
            }
        }
    }

    /// The entries of a prototype.
    fn entries<'c>(
        &mut self,
        element: &Element,
        name: &str,
        at: &Surroundings<'c>,
    ) -> &'c [Content] {
        at.scope.list(name).unwrap_or_else(|| {
            let message = format!("{}: unknown list {name}", element.described());
            self.fault(element, message, at.scope.list_names());
            &[]
        })
    }

    /// Repeats the cells of a row.
    fn repeat_cells(&mut self, row: &mut Element, at: &Surroundings<'_>) {
        for child in std::mem::take(&mut row.children) {
            let Node::Element(child) = child else { continue };
            let Some(Instruction::Each(name)) = Instruction::read(&child) else {
                row.children.push(Node::Element(child));
                continue;
            };
            for entry in self.entries(&child, &name, at) {
                let scope = at.scope.within(entry);
                let mut cell = child.clone();
                self.texts(&mut cell, &Surroundings { scope: &scope, ..*at });
                row.children.push(Node::Element(cell));
            }
        }
    }

    /// An element at its place in its region.
    fn drawn(
        &mut self,
        element: &Element,
        at: &Surroundings<'_>,
        lettering: &Lettering,
    ) -> Option<Node> {
        let hold = at.hold.within(element);
        if element.name == "g" && element.attribute("transform").is_none() {
            let mut group = element.clone_without_children();
            self.properties(&mut group, at);
            let at = Surroundings { hold, ..*at };
            group.children = self.children(&element.children, &at, &lettering.within(&group));
            return Some(Node::Element(group));
        }
        let mut own = element.clone();
        let is_line = self.properties(&mut own, at);
        self.texts(&mut own, at);
        // Its font may be one of the properties.
        let lettering = &lettering.within(&own);
        if is_line {
            let Room { left, top, .. } = at.placer.moved.to;
            own.attributes.retain(|(key, _)| key != "transform");
            if (left, top) != (0.0, 0.0) {
                let place = format!("translate({} {})", rounded(left, 4), rounded(top, 4));
                own.set("transform", place);
            }
            return Some(Node::Element(own));
        }
        let room = own.attribute(shrink::ATTRIBUTE).map(str::to_owned);
        own.attributes.retain(|(key, _)| key != shrink::ATTRIBUTE);
        let mut placed = at.placer.placed(&own, lettering, hold);
        if let (Some(room), "text") = (room, element.name.as_str()) {
            self.fit(element, &mut placed, &room, at, lettering);
        }
        Some(Node::Element(placed))
    }

    /// Fits a text with a limited width: the drawn width, plus the growth of its region.
    fn fit(
        &mut self,
        drawn: &Element,
        text: &mut Element,
        room: &str,
        at: &Surroundings<'_>,
        lettering: &Lettering,
    ) {
        let Ok(room) = room.trim().parse::<f64>() else {
            let accepted = "millimetres such as 12.5".to_owned();
            return self.fault(
                drawn,
                format!("{} {room} is not a width", shrink::ATTRIBUTE),
                accepted,
            );
        };
        let Move { from, to } = at.placer.moved;
        let scale = at.placer.text_scale(lettering);
        let room = (room + to.width() - from.width()) / scale;
        let words = placeholder::joined(text);
        let width_mm = lettering.width_mm(&words);
        let mut lettering = lettering.clone();
        lettering.least_mm /= scale;
        let longest = WidestText { words, width_mm, card: None };
        if let Err(problem) = shrink::fit_line(text, &lettering, room, longest, &Vec::new) {
            self.problems.push(problem.at(self.template, drawn.span.clone()));
        }
        // A reduced line stays centred where the larger one was.
        let smaller = lettering.size_mm - lettering.within(text).size_mm;
        if let Some(y) = text.attribute("y").and_then(|y| y.trim().parse::<f64>().ok()) {
            text.set("y", rounded(y - MIDDLE_OF_FIGURES * smaller, 4));
        }
    }

    /// Places a region in the rectangle of the content, turned as it is drawn.
    fn region(
        &mut self,
        element: &Element,
        place: Rect,
        at: &Surroundings<'_>,
        lettering: &Lettering,
    ) -> Option<Node> {
        let slot = element.elements().find(|child| is_slot(child)).and_then(Room::new);
        let Some(from) = slot.filter(|_| element.name == "g") else {
            let message = format!("{} has no slot", element.described());
            self.fault(element, message, "a <rect> \"slot\" in the group".to_owned());
            return None;
        };
        let turn = quarter_turns(element.attribute("transform"));
        let Room { left, top, .. } = at.placer.moved.to;
        let (left, top) = (left + place.x.0, top + place.y.0);
        let [width, height] = [place.width.0, place.height.0];
        let (right, bottom) = (left + width, top + height);
        let (corner, across, along) = match turn {
            Some(0) => (None, width, height),
            Some(1) => (Some([right, top]), height, width),
            Some(2) => (Some([right, bottom]), width, height),
            Some(_) => (Some([left, bottom]), height, width),
            None => {
                let message = format!("{} is not turned by a quarter", element.described());
                let accepted = "a group that is moved and turned by 90, 180 or 270 degrees";
                self.fault(element, message, accepted.to_owned());
                return None;
            }
        };
        let to = match corner {
            None => Room { left, top, right, bottom },
            Some(_) => Room { left: 0.0, top: 0.0, right: across, bottom: along },
        };
        let scale = (to.width() / from.width()).min(to.height() / from.height()).min(1.0);
        let mut group = element.clone_without_children();
        self.properties(&mut group, at);
        group.attributes.retain(|(key, _)| key != "transform");
        if let (Some([x, y]), Some(turn)) = (corner, turn) {
            let [x, y] = [x, y].map(|length| rounded(length, 4));
            group.set("transform", format!("translate({x} {y}) rotate({})", turn * 90));
        }
        let at = Surroundings {
            placer: placer_of(Move { from, to }, scale),
            hold: Hold::default(),
            scope: at.scope,
        };
        group.children = self.children(&element.children, &at, &lettering.within(&group));
        Some(Node::Element(group))
    }

    /// Places a picture in its rectangle, whose edges keep their distances.
    fn picture(
        &mut self,
        rect: &Element,
        name: &str,
        picture: &Picture,
        at: &Surroundings<'_>,
    ) -> Option<Node> {
        let Some(drawn) = Room::new(rect) else {
            let message = format!("{} is not a rectangle", rect.described());
            self.fault(rect, message, "a <rect> with a width and a height".to_owned());
            return None;
        };
        let mut stroke = rect.clone();
        self.properties(&mut stroke, at);
        if let Some(beyond) = stroke.attribute(picture::BEYOND).and_then(|name| at.scope.text(name))
        {
            stroke.set(picture::BEYOND, beyond.to_owned());
        }
        self.pictures += 1;
        let prefix = format!("{name}-{}", self.pictures);
        match picture::placed(picture, &stroke, at.placer.moved.stretched_room(drawn), &prefix) {
            Ok(mut group) => {
                group.set("inkscape:label", name.to_owned());
                Some(Node::Element(group))
            }
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    /// Sets the properties given by the content; returns whether the data of a path is one of them.
    fn properties(&mut self, element: &mut Element, at: &Surroundings<'_>) -> bool {
        let mut is_line = false;
        for (attribute, property) in PROPERTIES {
            let Some(name) = element.attribute(attribute).map(str::to_owned) else { continue };
            match at.scope.text(&name) {
                Some("") => {}
                Some(text) => element.set_property(property, text.to_owned()),
                None => {
                    let message = format!("{attribute}: unknown text {name:?}");
                    self.fault(element, message, at.scope.text_names());
                }
            }
            is_line |= property == "d";
        }
        element.attributes.retain(|(key, _)| PROPERTIES.iter().all(|(known, _)| key != known));
        is_line
    }

    /// Fills the placeholders of an element and its descendants.
    fn texts(&mut self, element: &mut Element, at: &Surroundings<'_>) {
        if !placeholder::is_bound(element) {
            for child in &mut element.children {
                if let Node::Element(child) = child {
                    self.texts(child, at);
                }
            }
            return;
        }
        let unknown = RefCell::new(Vec::new());
        let text = |name: &str| {
            let word = || self.words.word(name.strip_prefix("word.")?);
            let text = at.scope.text(name).or_else(word).map(str::to_owned);
            if text.is_none() {
                unknown.borrow_mut().push(name.to_owned());
            }
            text
        };
        placeholder::substitute(element, &|text| placeholder::in_capitals(text, self.words), &text);
        for name in unknown.into_inner() {
            let message = format!("unknown placeholder {{{{{name}}}}}");
            self.fault(element, message, at.scope.text_names());
        }
    }
}

/// The number of quarter turns of a transform; `None` if it does more than move and turn by quarters.
fn quarter_turns(transform: Option<&str>) -> Option<u8> {
    let svgtypes::Transform { a, b, c, d, .. } = transform.unwrap_or_default().parse().ok()?;
    let is = |found: [f64; 4], wanted: [f64; 4]| {
        found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-4)
    };
    let turns = [
        [1.0, 0.0, 0.0, 1.0],
        [0.0, 1.0, -1.0, 0.0],
        [-1.0, 0.0, 0.0, -1.0],
        [0.0, -1.0, 1.0, 0.0],
    ];
    (0..).zip(turns).find(|(_, turn)| is([a, b, c, d], *turn)).map(|(count, _)| count)
}
