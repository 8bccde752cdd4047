//! Makes `pkg/` from compiled wasm, as `wasm-bindgen --target web` does.
//!
//! Problem: wasm-bindgen's command line takes 161 crates, most of which serve its other programs.
//! Idea: its library does the work and takes 43. Invariant: the output equals the command line's
//! byte for byte, so the options are set to the command line's defaults where the library's differ.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder] = arguments.as_slice() else {
        eprintln!("usage: bindgen <input.wasm> <output folder>");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(input)
        .web(true)
        .and_then(|bindgen| bindgen.typescript(true).omit_default_module_path(false).generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
