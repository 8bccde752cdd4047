/** The server of the journeys. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import test from "node:test";
import { serve } from "../browser/server.mjs";

test("no two journeys of a process have the same address, where the later would find what the earlier has kept", async () => {
  const addresses = new Set();
  // The system gives one port twice within a few hundred, as two of some people have the same birthday.
  const count = 2000;
  for (let i = 0; i < count; i += 1) {
    const { url, stop } = await serve();
    addresses.add(url);
    stop();
  }
  assert.equal(addresses.size, count);
});

test("a stopped server answers nobody any more, on a connection that a browser has held ready neither", async () => {
  const server = await serve();
  const held = connect(Number(new URL(server.url).port), "127.0.0.1");
  // It may be cut before the browser's side knows that it is there.
  const cut = once(held, "close");
  await once(held, "connect");
  server.stop();
  await cut;
  await assert.rejects(fetch(server.url));
});
