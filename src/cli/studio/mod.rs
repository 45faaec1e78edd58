//! `actiondeck studio`: a local web page for tuning a deck, with odds and cards next to the spec.

mod follow;
mod server;
mod workspace;

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crate::diagnostic::Problem;
use crate::input::limits::TOML_FILE;
use crate::studio::{OriginGuard, StudioState, Token};
use clap::Args;
use tokio::net::TcpListener;

use super::read::read_text;
use super::signals::Shield;
use super::watch::change_watcher::ChangeWatcher;
use super::{Exit, Failure, console};

use workspace::Folder;

/// The arguments of `actiondeck studio`.
#[derive(Debug, Args)]
pub struct StudioArgs {
    /// Spec to tune (.toml); `actiondeck new` starts one
    spec: PathBuf,
    /// Port of 127.0.0.1 to serve the page at; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value = "0")]
    port: u16,
}

/// Serves the page until it is interrupted. The address is printed with its token. A browser is not started,
/// since its command line would show the token to all users of the machine.
pub fn run(args: StudioArgs) -> Result<Exit, Failure> {
    let name = args.spec.display().to_string();
    if !args.spec.is_file() {
        let problem = Problem::coded("studio.no-file", format!("{name:?} is not a file"));
        return Err(problem.accepts("the deck.toml that `actiondeck new` writes").into());
    }
    let text = read_text(&args.spec, TOML_FILE)?;
    let attempt = format!("cannot serve at port {} of this machine", args.port);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(Failure::file(&attempt))?;
    let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)));
    let listener = listener.map_err(Failure::file(&attempt))?;
    let port = listener.local_addr().map_err(Failure::file(&attempt))?.port();
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::file("cannot make a token")(error.into()))?;
    let guard = OriginGuard::new(port, Token::new(bytes));
    let folder = Folder::new(args.spec.clone());
    if let Some(path) = folder.unsaved() {
        console::note(&format!("{} has edits that were not saved", path.display()));
    }
    let studio_state = Arc::new(StudioState::new(&name, &text, Box::new(Folder::new(args.spec))));
    let shield = Shield::hold();
    let watcher = ChangeWatcher::new(follow::EVERY);
    let (next_event, stop) = (watcher.notifier(), watcher.notifier());
    shield
        .when_asked(move || {
            let _ = stop.try_send(());
        })
        .map_err(Failure::file("cannot listen for the end"))?;
    console::answer(&format!("{}\n", guard.address()))?;
    console::note("open this address in a browser of this machine; Ctrl-C ends the studio");
    thread::scope(|scope| {
        scope.spawn(|| studio_state.deal());
        scope.spawn(|| studio_state.deliver());
        scope.spawn(|| follow::forward_events(&studio_state, &next_event));
        scope.spawn(|| follow::follow(&studio_state, &folder, shield, watcher));
        runtime.block_on(server::serve(listener, guard, Arc::clone(&studio_state)))
    })
}
