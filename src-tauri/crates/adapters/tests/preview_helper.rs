//! The helper program that `cargo xtask` builds, spoken to as the app does. Where it was not built, or finds no graphics
//! adapter, this is passed over and says so: the app then draws plainly, which is tested beside `DrawnPreview`.
#![allow(clippy::print_stdout, reason = "a test that is passed over says so")]

use adapters::PreviewHelper;
use domain::{
    LonLat,
    ports::{PreviewError, PreviewPicture, RoutePreview},
};
use std::path::Path;

#[test]
fn the_real_helper_draws_the_line_in_its_colour_twice() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources/bin/laolu-preview");
    let helper = PreviewHelper::new(program);
    let line = vec![LonLat { lon: 7.40, lat: 43.73 }, LonLat { lon: 7.50, lat: 43.73 }];
    let picture = PreviewPicture {
        width: 120,
        height: 80,
        ground: 0xf2_f0_eb,
        areas: Vec::new(),
        lines: vec![(0xb8_86_0b, 6.0, line)],
        stops: Vec::new(),
    };
    for _ in 0..2 {
        match helper.draw(&picture) {
            Ok(png) => {
                let pixels = tiny_skia::Pixmap::decode_png(&png).unwrap();
                assert_eq!((pixels.width(), pixels.height()), (120, 80));
                let middle = pixels.pixel(60, 40).unwrap();
                let far = |a: u8, b: u8| a.abs_diff(b);
                let off =
                    far(middle.red(), 0xb8).max(far(middle.green(), 0x86)).max(far(middle.blue(), 0x0b));
                assert!(off < 24, "the middle is {middle:?}");
            }
            Err(error @ (PreviewError::Missing | PreviewError::Failed)) => println!("passed over: {error}"),
        }
    }
}
