/**
 * The port that a server listens on: the one that `--port` names, or else the first free one from Undoodle's own on, so that two
 * clones, or `npm run dev` beside `npm start`, do not stand in each other's way.
 */
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { Failure } from "./run.mjs";

/** The host that pages are served on: nobody else's machine reaches it. */
export const HOST = "127.0.0.1";

/** Where the search for a free port begins. */
const FIRST = 5173;

/** How many ports are tried. */
const TRIED = 50;

/** Resolves to whether nobody listens on a port. @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}

/**
 * Returns the port to serve on.
 * @param {string[]} words The words of the command line.
 * @throws {Failure} If `--port` names no port or one that is taken, or all that are tried are taken.
 */
export async function freePort(words) {
  const given = parsed(words);
  if (given !== undefined) {
    const port = Number(given);
    if (!/^\d+$/.test(given) || port < 1 || port > 65_535) throw new Failure(`port ${given}: expected a whole number from 1 to 65535`);
    if (!await isFree(port)) throw new Failure(`port ${port} is taken; name another one, or leave --port out to get a free one`);
    return port;
  }
  for (let port = FIRST; port < FIRST + TRIED; port += 1) if (await isFree(port)) return port;
  throw new Failure(`ports ${FIRST} to ${FIRST + TRIED - 1} are taken; name a free one: --port 8080`);
}

/** Returns what follows `--port`. @param {string[]} words */
function parsed(words) {
  try {
    return parseArgs({ args: words, options: { port: { type: "string" } } }).values.port;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message.split("\n")[0] : error}; what can be said is --port N, such as: npm start -- --port 8080`);
  }
}
