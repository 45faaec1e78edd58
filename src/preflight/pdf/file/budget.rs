//! What the objects of a file may come to while lopdf loads them.
//!
//! lopdf limits one stream and how deep values nest, but neither the number of values nor the bytes of all
//! objects: a cross-reference table may name one object any number of times, and streams may lie within each
//! other. Its filter sees each object as it is read and drops those that go past a limit.

use std::cell::RefCell;

use lopdf::{Object, ObjectId};

use super::unread::Unread;
use crate::preflight::limits::{PDF_NESTING, PDF_VALUES, Past};

/// Bytes that may be read twice beyond the size of the file.
const SLACK: usize = 65_536;

/// The objects loaded so far, counted.
#[derive(Default)]
pub(super) struct Budget {
    values: usize,
    stream_bytes: usize,
    /// How many bytes all streams may have.
    most_stream_bytes: usize,
    exceeded: Option<Unread>,
}

thread_local! {
    /// The budget of the file that this thread loads: lopdf's filter is a plain function.
    static BUDGET: RefCell<Budget> = RefCell::default();
}

/// Runs `load`, which gives [`keep_within_budget`] to lopdf, for a file of this length.
///
/// # Errors
/// If its objects went past a limit.
pub(super) fn with_budget<T>(file_bytes: usize, load: impl FnOnce() -> T) -> Result<T, Unread> {
    BUDGET.replace(Budget::for_file(file_bytes));
    let loaded = load();
    BUDGET.take().exceeded.map_or(Ok(loaded), Err)
}

/// The filter of lopdf: drops every object once the budget is spent.
pub(super) fn keep_within_budget(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    BUDGET.with_borrow_mut(|budget| budget.add(object)).then(|| match object {
        // Streams lie in the file itself, and of those lopdf keeps the object it passed.
        Object::Stream(_) => (id, Object::Null),
        packed => (id, packed.clone()),
    })
}

/// Refuses a file with a cross-reference table that names the same places again and again: lopdf reads an
/// object once for each entry.
///
/// # Errors
/// If there is such a table.
pub(super) fn refuse_repeated_entries(bytes: &[u8]) -> Result<(), Unread> {
    /// Rows are 20 bytes long; between two of one table may stand the head of a part.
    const APART: usize = 64;
    /// Sound tables repeat no place.
    const REPEATED: usize = 100;
    let is_row = |row: &[u8]| {
        row.ends_with(b" n") && row[10] == b' ' && row[..10].iter().all(u8::is_ascii_digit)
    };
    let hold = |table: &mut Vec<&[u8]>| {
        let rows = table.len();
        table.sort_unstable();
        table.dedup();
        let repeated = rows - table.len();
        table.clear();
        match repeated > REPEATED {
            true => Err(Unread::broken("its objects lie within each other")),
            false => Ok(()),
        }
    };
    let (mut table, mut last) = (Vec::new(), 0);
    for (at, row) in bytes.windows(18).enumerate().filter(|(_, row)| is_row(row)) {
        if at - last > APART {
            hold(&mut table)?;
        }
        // Some writers give objects that are not there the place 0.
        table.extend((row[..10] != *b"0000000000").then_some(&row[..10]));
        last = at;
    }
    hold(&mut table)
}

impl Budget {
    /// For a file of this length, whose streams do not overlap if it is sound.
    pub(super) fn for_file(file_bytes: usize) -> Self {
        let most_stream_bytes = file_bytes.saturating_mul(2).saturating_add(SLACK);
        Self { most_stream_bytes, ..Self::default() }
    }

    /// Counts an object; false if the budget is exceeded.
    fn add(&mut self, object: &Object) -> bool {
        if self.exceeded.is_none() {
            self.exceeded = self.count(object).err();
        }
        self.exceeded.is_none()
    }

    /// Counts an object.
    ///
    /// # Errors
    /// If the objects are more than the budget.
    pub(super) fn count(&mut self, object: &Object) -> Result<(), Unread> {
        self.values(object, 0)?;
        if let Object::Stream(stream) = object {
            self.stream_bytes = self.stream_bytes.saturating_add(stream.content.len());
        }
        match self.stream_bytes > self.most_stream_bytes {
            true => Err(Unread::broken("its objects lie within each other")),
            false => Ok(()),
        }
    }

    fn values(&mut self, object: &Object, depth: usize) -> Result<(), Past> {
        self.values += 1;
        PDF_VALUES.hold(self.values)?;
        PDF_NESTING.hold(depth)?;
        let entries = match object {
            Object::Array(items) => {
                return items.iter().try_for_each(|item| self.values(item, depth + 1));
            }
            Object::Dictionary(entries) => entries,
            Object::Stream(stream) => &stream.dict,
            _ => return Ok(()),
        };
        entries.iter().try_for_each(|(_, value)| self.values(value, depth + 1))
    }
}
