// A refusal that is under way while somebody signs in again is the old session's: it ends nothing of the new one.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../../../renderer/kernel/connection/client.ts";

const [BEFORE, NEW] = ["Bearer before", "Bearer new"];
/** Requests by the old token, each answered when the test says so. */
const held: ServerResponse[] = [];
let heldOne: () => void = () => {};

const server = createServer(({ headers }, answer) => {
  if (headers.authorization === BEFORE) {
    held.push(answer);
    heldOne();
    return;
  }
  const isNew = headers.authorization === NEW;
  answer.writeHead(isNew ? 200 : 401, { "content-type": "application/json" });
  answer.end(JSON.stringify(isNew ? { seen: true } : REFUSED));
});
const REFUSED = {
  type: "about:blank",
  title: "Sign in",
  status: 401,
  code: "UNAUTHENTICATED",
  detail: "Sign in",
};

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

/** What a call answers that the old token made, and that is refused once `now` is the token. */
async function refusedLate(now: string | null): Promise<unknown> {
  let token: string | null = "before";
  const { port } = server.address() as AddressInfo;
  const client = new Client({ server: () => `http://127.0.0.1:${port}`, token: () => token });
  const asked = new Promise<void>((resolve) => {
    heldOne = resolve;
  });
  const call = client.rest("GET", "/api/v1/customers/").catch((error: unknown) => error);
  await asked;
  token = now;
  const answer = held.pop();
  answer?.writeHead(401, { "content-type": "application/json" });
  answer?.end(JSON.stringify(REFUSED));
  return call;
}

test("What the token before a sign-in is refused for is asked again with the new one", async () => {
  expect(await refusedLate("new")).toEqual({ seen: true });
});

test("Without a newer token a refusal is one", async () => {
  expect(await refusedLate("before")).toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await refusedLate(null)).toMatchObject({ code: "UNAUTHENTICATED" });
});
