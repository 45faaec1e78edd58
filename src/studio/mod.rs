//! The studio: edits a spec and serves its deck to a local web page.
//!
//! This module does not open sockets or read the clock, and accesses files only through [`Workspace`].
//! Requests ([`Request`]) and responses are plain values, and so are the inputs of access control
//! ([`OriginGuard`]). The program adds sockets, threads and the disk.
//!
//! An edit changes the text of the spec and keeps its comments. A deck is made in two steps: a preview with
//! valid odds at once, and the settled deck, which the search makes while the spec is not edited.

mod edit;
mod engine;
mod export_job;
mod faces;
mod fault_places;
mod figures;
mod form;
mod handlers;
mod memory;
mod origin_guard;
mod outside;
mod pins;
mod print_order;
mod project;
mod reading;
mod request;
mod route;
mod sheet;
mod state;
mod step;
mod stored_project;
mod texts;
mod workspace;

pub use edit::Edit;
pub use engine::{Engine, EngineAnswer, print};
pub use export_job::WorkStep;
pub use handlers::Reply;
pub use origin_guard::{OriginGuard, Refusal, Token};
pub use request::{Call, MOST_BODY_BYTES, Method, Request, Response};
pub use state::{Notification, StudioState};
pub use step::{Scalar, Step};
pub use workspace::{ChangedFile, SaveError, Workspace};
