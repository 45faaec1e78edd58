//! Speed of each step of the pipeline.

fn main() {
    criterion::Criterion::default().configure_from_args().final_summary();
}
