//! wasm-bindgen's own test runner, built from the crates that `bindgen` is built from.

fn main() {
    if let Err(error) = wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os()) {
        eprintln!("{error:?}");
        std::process::exit(1);
    }
}
