/**
 * From a clone to the editor in the browser: set-up, build, serve.
 */
import { build } from "./build.mjs";
import { entry, Failure, root } from "./run.mjs";

const address = "http://127.0.0.1:5173";

await entry(async () => {
  await build();
  // Loaded only now, because set-up may just have installed it.
  const { preview } = await import("vite");
  const { hostname, port } = new URL(address);
  try {
    await preview({ root, preview: { host: hostname, port: Number(port), strictPort: true } });
  } catch (error) {
    throw new Failure(`can't serve on ${address}: ${error instanceof Error ? error.message : error}`);
  }
  console.log(`\nUndoodle is at ${address} (Ctrl+C stops it)`);
});
