//! Makes `pkg/` from compiled wasm, as `wasm-bindgen --target web` does; with `--tests`, what a page needs to run
//! compiled tests, as `wasm-bindgen-test-runner` does.
//!
//! Problem: wasm-bindgen's command line takes 161 crates, most of which serve its other programs.
//! Idea: its library does the work and takes 43. Invariant: the output equals the command line's
//! byte for byte, so the options are set to the command line's defaults where the library's differ.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (tests, input, folder) = match arguments.as_slice() {
        [input, folder] => (false, input, folder),
        [flag, input, folder] if flag == "--tests" => (true, input, folder),
        _ => {
            eprintln!("usage: bindgen [--tests] <input.wasm> <output folder>");
            return ExitCode::FAILURE;
        }
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input);
    if tests {
        // Tests are exports of wasm that nothing binds, and a context starts them, not the module.
        bindgen.out_name("tests").debug(true).export_wasm(true).emit_start(false);
    }
    let made = bindgen
        .web(true)
        .and_then(|bindgen| bindgen.typescript(!tests).omit_default_module_path(false).generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
