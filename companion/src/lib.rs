//! The calls that the companion page makes: texts go in and out through the module's memory.
//!
//! A text goes in where [`room`] says, and [`load`] or [`call`] takes it from there with its length.
//! Both give the length of the reply, which stands where [`reply`] says until the next call.
//!
//! Nothing is imported, so the module can do nothing but answer.
#![allow(unsafe_code, reason = "exported functions have fixed names, which only unsafe code may give")]

use std::cell::RefCell;

use actiondeck::companion::Engine;

#[derive(Default)]
struct Page {
    engine: Option<Engine>,
    text: Vec<u8>,
    reply: String,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

/// Allocates memory for a text and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| {
        page.text = vec![0; bytes];
        page.text.as_mut_ptr()
    })
}

/// Starts the engine of the texts in the room. The reply is empty if it runs, else it tells the faults.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> usize {
    PAGE.with_borrow_mut(|page| {
        let texts = page.taken();
        page.reply = match Engine::load(&texts) {
            Ok(engine) => {
                page.engine = Some(engine);
                String::new()
            }
            Err(refusal) => refusal,
        };
        page.reply.len()
    })
}

/// Answers the request in the room; with nothing where no engine runs.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    PAGE.with_borrow_mut(|page| {
        let request = page.taken();
        page.reply = page.engine.as_mut().map_or_else(String::new, |engine| engine.call(&request));
        page.reply.len()
    })
}

/// Where the reply stands.
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    PAGE.with_borrow(|page| page.reply.as_ptr())
}

impl Page {
    fn taken(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.text)).into_owned()
    }
}
