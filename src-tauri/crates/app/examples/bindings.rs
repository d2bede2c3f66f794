//! Prints the TypeScript of every shape that crosses IPC; `cargo xtask bindings` keeps it in `ui/src/ipc/bindings.ts`.
#![allow(clippy::print_stdout)]
fn main() {
    print!("{}", app::dto::typescript());
}
