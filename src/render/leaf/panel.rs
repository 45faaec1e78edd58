//! The content of a leaf's panel for the template: a title, and below it a picture or a column of words and
//! tables.

use crate::face::{Content, SLOT};
use crate::geometry::Rect;

/// Panels on a side.
pub(super) const PANELS: usize = 4;

/// The content of a panel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Panel {
    pub title: String,
    pub kind: Kind,
    pub blocks: Vec<Block>,
}

/// The kind of a panel in the template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A title, a line and the card.
    Cover,
    /// A title and the numbered card.
    Pictured,
    /// A title and a column.
    Columns,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Cover, Self::Pictured, Self::Columns];

    /// The name of its list.
    pub fn list(self) -> &'static str {
        match self {
            Self::Cover => "covers",
            Self::Pictured => "pictured",
            Self::Columns => "columns",
        }
    }
}

/// A piece of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Block {
    /// A line in bold.
    Heading(String),
    /// A paragraph.
    Words(String),
    /// A paragraph that begins in bold, with an optional number before it.
    Item { mark: String, title: String, words: String },
    /// A row of heads and rows of figures.
    Table { head: Vec<String>, rows: Vec<Vec<String>> },
}

impl Panel {
    /// The panel at its place on the sheet.
    pub fn content(&self, place: Rect) -> Content {
        let words = match self.blocks.first() {
            Some(Block::Words(words)) if self.kind == Kind::Cover => words.clone(),
            _ => String::new(),
        };
        let blocks = self.blocks.iter().flat_map(Block::paragraphs).collect();
        Content::default()
            .text("title", &*self.title)
            .text("words", words)
            .list("blocks", blocks)
            .place(SLOT, place)
    }
}

impl Block {
    /// Its paragraphs, each with the name of its kind; each row of a table counts as one.
    fn paragraphs(&self) -> Vec<Content> {
        let kinds = ["heading", "words", "item", "how", "mark", "head", "row", "first"];
        let empty = kinds.into_iter().fold(Content::default(), |all, kind| all.text(kind, ""));
        let row = |kind: &'static str, cells: &[String]| {
            let (first, others) = cells.split_first().map_or(("", &[][..]), |(f, o)| (f, o));
            let others = others.iter().map(|cell| Content::default().text("cell", &**cell));
            let row = empty.clone().text(kind, "yes").text("first", first);
            row.list("cells", others.collect())
        };
        match self {
            Self::Heading(words) => vec![empty.text("heading", &**words)],
            Self::Words(words) => vec![empty.text("words", &**words)],
            Self::Item { mark, title, words } => {
                let item = empty.text("mark", &**mark).text("item", &**title);
                vec![item.text("how", &**words)]
            }
            Self::Table { head, rows } => {
                let rows = rows.iter().map(|cells| row("row", cells));
                [row("head", head)].into_iter().chain(rows).collect()
            }
        }
    }
}
