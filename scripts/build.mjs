/**
 * Building the site: Rust → pkg/ by wasm-pack, pkg/ and www/ → dist/ by Vite. What lies in dist/
 * afterwards is the one artefact: `npm start` serves it, the tests drive it, and it is what one
 * puts on a server.
 */
import { entry, loudly, root } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { nativeEnvironment, wasmEnvironment } from "./toolchain.mjs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Builds on a machine that is set up. */
export async function build() {
  await loudly("wasm-pack", ["build", "--target", "web", "--release"], { env: wasmEnvironment() });
  await loudly(path.join(root, "node_modules", ".bin", "vite"), ["build"], { env: nativeEnvironment() });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await entry(async () => {
    await setUp({ forTests: false });
    await build();
  });
}
