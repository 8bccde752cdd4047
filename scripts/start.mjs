/**
 * From a clone to the editor in the browser: set-up, build, serve. `npm start -- --port 8080` serves on that port.
 */
import { build } from "./build.mjs";
import { freePort, HOST } from "./ports.mjs";
import { entry, Failure, root } from "./run.mjs";

await entry(async () => {
  const words = process.argv.slice(2);
  // What is wrong with it is said before minutes of building.
  await freePort(words);
  await build();
  const port = await freePort(words);
  // Loaded only now, because set-up may just have installed it.
  const { preview } = await import("vite");
  try {
    await preview({ root, preview: { host: HOST, port, strictPort: true } });
  } catch (error) {
    throw new Failure(`can't serve on port ${port}: ${error instanceof Error ? error.message : error}`);
  }
  console.log(`\nUndoodle is at http://${HOST}:${port} (Ctrl+C stops it)`);
});
