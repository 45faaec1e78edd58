//! Files that people wrote: how large they may be, how they are read, and what is said of their
//! faults.
//!
//! Every reader of a text file stands on this room: [`file`](mod@file) reads it whole within the
//! [`limits`] of its kind, the readers of TOML and of tables in CSV keep the place of every value,
//! and what does not belong there is a [`Problem`](diagnostic::Problem).

pub(crate) mod csv;
pub mod diagnostic;
pub mod file;
pub mod limits;
#[cfg_attr(
    not(feature = "print"),
    expect(
        dead_code,
        unused_imports,
        reason = "themes and print houses read more kinds of values"
    )
)]
pub(crate) mod toml;
