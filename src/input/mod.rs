//! Reads users' files: size limits, encodings, CSV and TOML with places, and problems.
//!
//! Every reader of a text file uses this module: [`file`](mod@file) reads the whole file within the
//! [`limits`] of its kind, the readers of TOML and of CSV tables keep the position of every value, and every
//! fault is a [`Problem`](diagnostic::Problem).

pub(crate) mod column;
pub(crate) mod csv;
pub mod diagnostic;
pub mod disk;
pub mod encoding;
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
