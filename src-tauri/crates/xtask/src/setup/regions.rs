//! The regions that ship with the app: Monaco as committed, and the city that testkit makes.

use crate::{
    place::{cargo, resources, root},
    shell::{Doing, Done, run},
};
use std::fs;

const MONACO: &str = "tests/fixtures/regions/monaco.osm.pbf";
/// Names under which the app finds them.
const SHIPPED_MONACO: &str = "monaco.osm.pbf";
const SHIPPED_CITY: &str = "made-city.osm";

/// Puts both into the resources when they are missing or of another length.
pub fn make() -> Done {
    let folder = resources().join("regions");
    fs::create_dir_all(&folder).doing("make a folder for the bundled regions")?;
    let (from, to) = (root().join(MONACO), folder.join(SHIPPED_MONACO));
    let length = |path| fs::metadata(path).map(|file| file.len()).ok();
    if !from.exists() || length(&from) != length(&to) {
        fs::copy(&from, &to).doing(format!("copy {MONACO}"))?;
    }
    let city = folder.join(SHIPPED_CITY);
    if !city.exists() {
        println!("setup: making the city");
        run(cargo(&["run", "--quiet", "--package", "laolu-testkit", "--example", "city", "--"]).arg(&city))?;
    }
    Ok(())
}
