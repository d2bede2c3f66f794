//! Reads `tauri.conf.json`, the capabilities and the icons.
fn main() {
    tauri_build::build();
}
