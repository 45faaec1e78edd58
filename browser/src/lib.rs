//! The calls that the workers of the site make: texts go in and out through the module's memory.
//!
//! A request goes in where [`room`] says, and [`design`] or [`print()`] takes it from there with its length. Both
//! return whether the answer stands at [`head`] and [`body`], until the next call. scripts/site links one module
//! with each of the two, so that the first card does not wait for what prints.
#![allow(
    unsafe_code,
    reason = "exported functions have fixed names, which only unsafe code may give"
)]

use std::cell::RefCell;

use actiondeck::studio::{Engine, EngineAnswer, WorkStep, print as print_request};

/// The memory of one module.
#[derive(Default)]
struct Site {
    request: Vec<u8>,
    head: String,
    answer: EngineAnswer,
}

thread_local! {
    static SITE: RefCell<Site> = RefCell::default();
    static ENGINE: RefCell<Engine> = RefCell::default();
}

#[cfg(target_arch = "wasm32")]
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Takes the step (0 search, 1 making, 2 checking), its parts done, and all of them if they are counted.
        pub safe fn progress(step: u32, done: f64, all: f64);
    }
}

fn report(step: WorkStep, done: u64, all: u64) {
    #[cfg(target_arch = "wasm32")]
    host::progress(step as u32, done as f64, all as f64);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = (step, done, all);
}

/// Allocates memory for a request and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    SITE.with_borrow_mut(|site| {
        site.request = vec![0; bytes];
        site.request.as_mut_ptr()
    })
}

/// Answers a request of design in the room.
#[unsafe(no_mangle)]
pub extern "C" fn design() {
    answer(|request| ENGINE.with_borrow_mut(|engine| engine.call(request, &report)));
}

/// Answers a request of print in the room.
#[unsafe(no_mangle)]
pub extern "C" fn print() {
    answer(|request| print_request(request, &report));
}

fn answer(call: impl FnOnce(&str) -> EngineAnswer) {
    let request = SITE.with_borrow_mut(|site| std::mem::take(&mut site.request));
    let answer = call(&String::from_utf8_lossy(&request));
    SITE.with_borrow_mut(|site| {
        site.head = answer.head.to_string();
        site.answer = answer;
    });
}

/// Where the head of the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn head() -> *const u8 {
    SITE.with_borrow(|site| site.head.as_ptr())
}

/// The length of the head in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn head_length() -> usize {
    SITE.with_borrow(|site| site.head.len())
}

/// Where the body of the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn body() -> *const u8 {
    SITE.with_borrow(|site| site.answer.body.as_ptr())
}

/// The length of the body in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn body_length() -> usize {
    SITE.with_borrow(|site| site.answer.body.len())
}
