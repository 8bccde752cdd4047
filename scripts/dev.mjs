/**
 * The page while one works on it: `npm run dev`, on a free port, or the one that `--port` names.
 *
 * Problem: the site takes minutes to build, and a change should be seen in seconds. Idea: Vite serves
 * www/ as it lies there and reloads what changes; Rust is compiled by the profile "quick", without
 * wasm-opt, into pkg/dev/, which the page gets in the place of pkg/. Invariant: pkg/ and dist/ are left
 * alone, and the page has the policy that it has everywhere.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bind, compile, compiled } from "./build.mjs";
import { freePort, HOST } from "./ports.mjs";
import { entry, Failure, root, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { digest } from "./stamps.mjs";
import { perform, say } from "./tasks.mjs";

/** What a change of which asks for another package. */
const RUST = ["src", "crates", "Cargo.toml", "Cargo.lock", ".cargo"];

/**
 * Serves a folder's pages, and reloads them when www/ or the package changes.
 * @param {object} how
 * @param {string} how.folder  The folder of the pages and of the sources that make the package.
 * @param {number} how.port  0 stands for any that is free.
 * @param {() => Promise<string>} how.make  Makes the package in pkg/dev/ and returns a text that tells it from others.
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 */
export async function serveDev({ folder, port, make }) {
  // Loaded only now, because set-up may just have installed it.
  const { createServer } = await import("vite");
  const glue = path.join(folder, "pkg", "dev", "undoodle.js");
  let made = await make();
  const server = await createServer({
    root: folder,
    cacheDir: path.join(folder, "target", "vite"),
    configFile: path.join(root, "vite.config.js"),
    clearScreen: false,
    logLevel: "warn",
    server: {
      host: HOST,
      port,
      strictPort: true,
      // Errors are told in the terminal: the page's policy leaves Vite's own panel without a style.
      hmr: { overlay: false },
      watch: { ignored: ["target", "pkg", "dist"].map((name) => `${path.join(folder, name)}/**`) },
    },
    plugins: [
      {
        name: "undoodle-quick-package",
        enforce: "pre",
        resolveId: (id) => (id.endsWith("/pkg/undoodle.js") ? glue : undefined),
      },
    ],
  });

  let making = false;
  let changed = false;
  const remake = async () => {
    changed = true;
    if (making) return;
    making = true;
    while (changed) {
      changed = false;
      const start = performance.now();
      try {
        const before = made;
        made = await make();
        if (made === before) continue;
        for (const module of server.moduleGraph.getModulesByFile(glue) ?? []) server.moduleGraph.invalidateModule(module);
        server.ws.send({ type: "full-reload" });
        say(`compiled and reloaded in ${seconds(start)}`);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        say(`✗ ${error.message}`);
      }
    }
    making = false;
  };
  server.watcher.on("all", (_event, file) => {
    const name = path.relative(folder, file);
    if (RUST.some((place) => name === place || name.startsWith(place + path.sep))) void remake();
  });

  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== "object" || address === null) throw new Failure("the server has no port");
  return { url: `http://${HOST}:${address.port}/`, stop: () => server.close() };
}

/** Folder of what is made here. */
const DEV = path.join(root, "pkg", "dev");

/** Folder of the module of file formats. */
const FORMATS = path.join(DEV, "files");

/** Folder of the module of the Lab and the squares. */
const LAB = path.join(DEV, "lab");

/** Digests of the wasm that the folders were made from. @type {Map<string, string>} */
const bound = new Map();

/** Compiles Rust by the profile "quick" into pkg/dev/. */
async function quickPackage() {
  await compile("quick", () => {});
  for (const [module, folder] of /** @type {const} */ ([["undoodle", DEV], ["formats", FORMATS], ["lab", LAB]])) {
    const wasm = compiled(module, "quick");
    const print = digest([wasm]);
    if (print !== bound.get(folder)) await bind(wasm, folder);
    bound.set(folder, print);
  }
  return [...bound.values()].join();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await entry(async () => {
    const words = process.argv.slice(2);
    // What is wrong with it is said before anything is compiled.
    await freePort(words);
    await perform([
      ...setUpTasks({ forTests: false }),
      { name: "Rust to wasm", after: ["wasm32 target"], seconds: 40, quiet: true, run: (tell) => compile("quick", tell) },
    ]);
    Object.assign(process.env, { UNDOODLE_FORMATS: FORMATS, UNDOODLE_LAB: LAB });
    const port = await freePort(words);
    try {
      const { url } = await serveDev({ folder: root, port, make: quickPackage });
      console.log(`\nUndoodle is at ${url} and follows every change of www/ and src/ (Ctrl+C stops it)`);
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure(`can't serve on port ${port}: ${error instanceof Error ? error.message : error}`);
    }
  });
}
