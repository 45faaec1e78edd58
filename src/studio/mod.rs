//! The studio: a spec that a designer changes, and what comes of it, as a local page asks for it.
//!
//! Nothing here opens a socket or reads a clock, and files only through [`Workspace`]: a request is a plain
//! value ([`Request`]), so is its answer, and every rule about who may ask what ([`OriginGuard`]) is decided on
//! such values. The program brings sockets, threads and the disk.
//!
//! An edit changes the text of the spec and keeps its comments. What comes of it is made in two steps:
//! a sketch, whose odds hold at once, and the settled deck, which the search makes while nobody edits.

mod desk;
mod document;
mod door;
mod edit;
mod faces;
mod figures;
mod form;
mod order;
mod page;
mod pins;
mod project;
mod request;
mod respond;
mod room;
mod route;
mod sheet;
mod step;
mod texts;

pub use desk::{ChangedFile, SaveError, Workspace};
pub use door::{OriginGuard, Refusal, Token};
pub use edit::Edit;
pub use request::{MOST_BODY_BYTES, Method, Request, Response};
pub use respond::Reply;
pub use room::{Notification, StudioState};
pub use step::{Scalar, Step};
