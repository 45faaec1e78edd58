//! System limits of the process that checks foreign files: memory, processor time, core dumps.
//!
//! Linux enforces all of them. On other systems the allocator of the program limits memory (`src/main.rs`).
//! Where processor time cannot be limited, the parent ends the process by wall-clock time.

/// The limit of memory, in bytes.
pub const MEMORY_BYTES: usize = 2_000_000_000;

/// Threads that check files, each of which has a large stack.
pub const THREADS: usize = 2;

/// Address space beyond that: stacks, and what the heap reserves for each thread without using it.
#[cfg(target_os = "linux")]
const RESERVED_BYTES: usize = 500_000_000;

/// Limits this process for the rest of its run. A limit that the system refuses is skipped.
pub fn limit_process(limit_memory: fn(usize)) {
    limit_memory(MEMORY_BYTES);
    #[cfg(unix)]
    unix::set(rustix::process::Resource::Core, 0);
    #[cfg(target_os = "linux")]
    unix::set(rustix::process::Resource::As, (MEMORY_BYTES + RESERVED_BYTES) as u64);
}

/// Limits the processor time of this process from now on, in seconds. The system then ends it with SIGXCPU.
#[cfg(unix)]
pub fn limit_processor_time(seconds: u64) {
    use rustix::time::{ClockId, clock_gettime};
    let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or_default();
    // The limit is in whole seconds; a fraction has been used.
    unix::set_soft(rustix::process::Resource::Cpu, used.saturating_add(seconds).saturating_add(1));
}

/// On other systems the parent ends the process by wall-clock time.
#[cfg(not(unix))]
pub fn limit_processor_time(_: u64) {}

#[cfg(unix)]
mod unix {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    /// Sets a limit that cannot be raised again.
    pub fn set(resource: Resource, most: u64) {
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }

    /// Sets a limit that may be raised again.
    pub fn set_soft(resource: Resource, most: u64) {
        let maximum = getrlimit(resource).maximum;
        let current = Some(maximum.map_or(most, |maximum| maximum.min(most)));
        let _ = setrlimit(resource, Rlimit { current, maximum });
    }
}
