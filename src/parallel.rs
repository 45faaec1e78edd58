//! Work that several threads share: each thread takes the next place of a list when it is done with one.
//!
//! What comes out stands in the order of the list, on any number of threads. One loop serves all kinds of work;
//! rayon's iterators would be compiled anew for each of them, and were a twentieth of the program.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many threads share the work that is begun here.
#[cfg(feature = "print")]
pub(crate) fn threads() -> usize {
    rayon::current_num_threads()
}

/// What `work` makes of each item, in their order.
pub(crate) fn map<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    map_with(items, || (), |(), item| work(item))
}

/// As [`map`], where each thread has something of its own at hand, such as a cache.
pub(crate) fn map_with<I: Sync, A, T: Send>(
    items: &[I],
    at_hand: impl Fn() -> A + Sync,
    work: impl Fn(&mut A, &I) -> T + Sync,
) -> Vec<T> {
    let made: Vec<Mutex<Option<T>>> = items.iter().map(|_| Mutex::new(None)).collect();
    share(items.len(), Order::InTurn, &|places| {
        let mut at_hand = at_hand();
        for place in places {
            let result = work(&mut at_hand, &items[place]);
            *made[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    });
    let result = |made: Mutex<Option<T>>| made.into_inner().unwrap_or_else(PoisonError::into_inner);
    made.into_iter().map(|made| result(made).expect("every place was taken")).collect()
}

/// As [`map`], where each item is given away.
#[cfg(feature = "print")]
pub(crate) fn map_each<I: Send, T: Send>(
    items: impl IntoIterator<Item = I>,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    map(&given_away(items), |item| work(taken(item)))
}

/// Gives each item away to `work`. A thread that does this again and again mostly gets the same places, whose data it
/// still has at hand.
pub(crate) fn for_each<I: Send>(items: impl IntoIterator<Item = I>, work: impl Fn(I) + Sync) {
    let items = given_away(items);
    share(items.len(), Order::ByShares, &|places| {
        places.for_each(|place| work(taken(&items[place])));
    });
}

/// As [`for_each`], where the work on an item goes on in parts, each after the one before it: five items of one length
/// keep two threads busy to the end, for one of them is done half by either. `begin` makes what goes from part to part,
/// and is dropped after the last. Into how many parts an item falls must not matter.
pub(crate) fn for_each_in_parts<I: Send, R: Send>(
    items: impl IntoIterator<Item = I>,
    begin: impl Fn(I) -> R + Sync,
    go_on: impl Fn(&mut R, Part) + Sync,
) {
    let items: Vec<Mutex<InParts<I, R>>> =
        items.into_iter().map(|item| Mutex::new(InParts::Waits(item))).collect();
    let threads = rayon::current_num_threads();
    let is_even = items.len() <= threads || items.len().is_multiple_of(threads);
    // Of as many parts as there are threads, each has as many as there are items (McNaughton, *Management Science* 6
    // (1959), 1). An item of two threads comes first for one of them and last for the other, so that neither waits.
    let parts = if is_even { 1 } else { threads };
    share(items.len() * parts, Order::ByShares, &|places| {
        for place in places {
            let mut item = items[place / parts].lock().unwrap_or_else(PoisonError::into_inner);
            let (mut running, done) = match std::mem::replace(&mut *item, InParts::Ends) {
                InParts::Waits(item) => (begin(item), 0),
                InParts::Goes(running, done) => (running, done),
                InParts::Ends => unreachable!("an item has as many places as parts"),
            };
            go_on(&mut running, Part { number: done as u64, of: parts as u64 });
            if done + 1 < parts {
                *item = InParts::Goes(running, done + 1);
            }
        }
    });
}

/// How far the work on an item is.
enum InParts<I, R> {
    Waits(I),
    /// So many parts are done.
    Goes(R, usize),
    Ends,
}

/// One of the parts of the work on an item.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    number: u64,
    of: u64,
}

impl Part {
    /// How many of `count` steps fall to it.
    pub(crate) fn of(self, count: u64) -> u64 {
        count * (self.number + 1) / self.of - count * self.number / self.of
    }
}

fn given_away<I>(items: impl IntoIterator<Item = I>) -> Vec<Mutex<Option<I>>> {
    items.into_iter().map(|item| Mutex::new(Some(item))).collect()
}

fn taken<I>(item: &Mutex<Option<I>>) -> I {
    let item = item.lock().unwrap_or_else(PoisonError::into_inner).take();
    item.expect("no place is taken twice")
}

/// Does `work` on one of the threads that share, for work that shares its parts out again and again: from a thread
/// outside, each time would have to be handed over and waited for.
pub(crate) fn among_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    rayon::scope(|_| work())
}

/// The order in which places are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// One after the other, by whoever is free.
    InTurn,
    /// By each thread its own share first, then what is left of the others'.
    ByShares,
}

/// Runs `work` on as many threads as are there, each with the places below `count` that it takes, one at a time.
fn share(count: usize, order: Order, work: &(dyn Fn(&mut dyn Iterator<Item = usize>) + Sync)) {
    let threads = rayon::current_num_threads().min(count).max(1);
    let parts = if order == Order::InTurn { 1 } else { threads };
    // What is next in each part, and where it ends.
    let parts: Vec<(AtomicUsize, usize)> = (0..parts)
        .map(|part| (AtomicUsize::new(count * part / parts), count * (part + 1) / parts))
        .collect();
    let work = |thread: usize| {
        let mut left = (0..parts.len()).map(|part| &parts[(thread + part) % parts.len()]);
        let mut part = left.next();
        work(&mut std::iter::from_fn(|| {
            while let Some((next, end)) = part {
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place < *end {
                    return Some(place);
                }
                part = left.next();
            }
            None
        }));
    };
    if threads == 1 {
        return work(0);
    }
    rayon::scope(|scope| {
        let work = &work;
        for other in 1..threads {
            scope.spawn(move |_| work(other));
        }
        work(0);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `test` in pools of one to three threads.
    fn on_threads(test: impl Fn() + Sync) {
        for threads in 1..=3 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(&test);
        }
    }

    #[test]
    fn results_stand_in_the_order_of_the_items_on_any_number_of_threads() {
        on_threads(|| {
            for count in [0, 1, 2, 3, 54, 1000] {
                let items: Vec<usize> = (0..count).collect();
                let squares: Vec<usize> = items.iter().map(|item| item * item).collect();
                assert_eq!(squares, map(&items, |item| item * item));
            }
        });
    }

    #[test]
    fn what_is_at_hand_is_a_threads_own() {
        on_threads(|| {
            let begun = AtomicUsize::new(0);
            let seen = |done: &mut usize, _: &u8| {
                *done += 1;
                *done
            };
            let at_hand = || {
                begun.fetch_add(1, Ordering::Relaxed);
                0
            };
            let counts = map_with(&[0; 100], at_hand, seen);
            let threads = begun.into_inner();
            assert!(threads <= rayon::current_num_threads());
            assert!(counts.iter().filter(|&&count| count == 1).count() <= threads);
        });
    }

    #[test]
    fn every_item_is_given_away_once_and_may_be_changed() {
        on_threads(|| {
            let mut items = [1_u32, 2, 3, 4, 5];
            for_each(&mut items, |item| *item *= 10);
            assert_eq!([10, 20, 30, 40, 50], items);
        });
    }

    #[test]
    fn work_in_parts_is_begun_once_and_done_in_its_order_to_the_end() {
        on_threads(|| {
            for count in 0..8 {
                let mut items: Vec<Vec<u64>> = vec![Vec::new(); count];
                let begun = AtomicUsize::new(0);
                for_each_in_parts(
                    &mut items,
                    |steps| {
                        begun.fetch_add(1, Ordering::Relaxed);
                        (steps, 0)
                    },
                    |(steps, next), part| {
                        for _ in 0..part.of(100) {
                            steps.push(*next);
                            *next += 1;
                        }
                    },
                );
                let whole: Vec<u64> = (0..100).collect();
                assert!(items.iter().all(|steps| *steps == whole), "{count}");
                assert_eq!(count, begun.into_inner());
            }
        });
    }

    #[test]
    fn work_within_work_comes_to_its_end() {
        on_threads(|| {
            let sums = map(&[10_u64, 20, 30], |&end| {
                let parts: Vec<u64> = (0..end).collect();
                map(&parts, |part| part * 2).iter().sum::<u64>()
            });
            assert_eq!(vec![90, 380, 870], sums);
        });
    }

    #[test]
    fn a_panic_of_one_item_is_a_panic_of_the_whole() {
        on_threads(|| {
            let whole = || map(&[1, 2, 3], |&item| assert!(item != 2, "item two"));
            assert!(std::panic::catch_unwind(whole).is_err());
        });
    }
}
