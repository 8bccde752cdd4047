/**
 * What the system hands to the installed app: files to be opened with it, pictures that are shared with it, and its shortcuts.
 *
 * Files come by the browser's queue of launches. Shared ones were kept by the service worker in a cache, from which they are taken once.
 * A shortcut is the page's address with a fragment; it is removed from the address, so that a reload does not do the same again.
 */

/** @import { Engine } from "../types.js" */
/** @import { Brought } from "./drops.js" */

/**
 * @typedef {{files?: readonly FileSystemHandle[]}} Launch
 * @typedef {{setConsumer: (consumer: (launch: Launch) => void) => void}} LaunchQueue
 */

/** Name of the worker's cache of shared files; see `../offline.js`. */
const sharedCache = () => `undoodle shared ${new URL("./", document.baseURI).pathname}`;

/** Commands of shortcuts, by the fragments of their addresses. @type {Record<string, string>} */
const SHORTCUTS = { "#new": "file.new", "#drawings": "file.drawings" };

/** Has files opened as if they had been dropped. @param {Brought} brought */
function bring(brought) {
  if (brought.files.length > 0) document.dispatchEvent(new CustomEvent("bring", { detail: brought }));
}

/** Opens what was shared with the app. @throws {Error} One sentence, if nothing has arrived. */
async function takeShared() {
  const cache = await caches.open(sharedCache());
  const files = await Promise.all((await cache.keys()).map(async (request) => {
    const answer = await cache.match(request);
    await cache.delete(request);
    const name = decodeURIComponent(request.url.split("/").pop() ?? "");
    return answer ? [new File([await answer.blob()], name, { type: answer.headers.get("content-type") ?? "" })] : [];
  }));
  if (files.flat().length === 0) throw new Error("the shared picture has not arrived: the browser may have no room for it");
  bring({ files: files.flat(), handles: [] });
}

/** Opens files of the system, which can be written again. @param {Launch} launch */
async function takeFiles({ files = [] }) {
  const handles = files.filter((file) => file.kind === "file");
  bring({
    files: await Promise.all(handles.map((handle) => /** @type {FileSystemFileHandle} */ (handle).getFile())),
    handles: handles.map((handle) => Promise.resolve(handle)),
  });
}

/** Hears of launches, of which the first may have been before the page was loaded. @param {Engine} engine */
export function connectLaunches(engine) {
  const look = () => {
    const { hash, pathname, search } = location;
    if (hash !== "#shared" && !SHORTCUTS[hash]) return;
    history.replaceState(null, "", pathname + search);
    if (hash === "#shared") takeShared().catch((error) => engine.failed(error));
    else engine.run(SHORTCUTS[hash]);
  };
  window.addEventListener("hashchange", look);
  look();
  const { launchQueue } = /** @type {{launchQueue?: LaunchQueue}} */ (window);
  launchQueue?.setConsumer((launch) => void takeFiles(launch).catch((error) => engine.failed(error)));
}
