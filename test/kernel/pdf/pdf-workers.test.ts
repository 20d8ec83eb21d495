// The worst document that somebody may ask for holds up nobody else: it is made in a thread, and a caller has few at once.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { documentKind, PdfWorkers } from "../../../server/kernel/pdf/pdf-workers.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import type { slowDocument, waitingDocument } from "./slow-document.ts";

const SLOW = import.meta.resolve("./slow-document.ts");

let server: TestServer;
let tenant: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server);
});
afterAll(() => server.stop());

const customerOf = async () =>
  (await tenant.owner.post("/customers/", { name: "Somebody", username: "worst", phone: "01711000000" })).body
    .id;

it("A document is made while the server's loop turns: it may wait for what the loop does next", async () => {
  const workers = new PdfWorkers(1);
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const made = workers.make("a", documentKind<typeof waitingDocument>(SLOW, "waitingDocument"), flag);
  await turn();
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  // In the loop itself it would have waited in vain.
  expect(new TextDecoder().decode(await made)).not.toBe("timed-out");
  await workers.close();
});

it("The worst bill that fits into a request is made, and others are answered meanwhile", async () => {
  const lines = Array.from({ length: 200 }, () => ({
    ...{ description: "W".repeat(190), quantity: "1", unit_price: "1.00" },
  }));
  const bill = await tenant.owner.post("/invoices/", { customer: await customerOf(), lines });
  expect(bill.status).toBe(201);
  const asked = [1, 2, 3].map(() => tenant.owner.get(`/invoices/${bill.body.id}/pdf/`));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
});

it("No module of the server makes a document but those that a thread reads: others import their types alone", () => {
  const root = fileURLToPath(new URL("../../../server/", import.meta.url));
  const makers = /import (?!type)[^;]*\b(?:paperPdf|sheetPdf|\w+Pdf)\b[^;]*from "[^"]*(?:-pdf|sheet)\.ts"/g;
  const inLoop = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/(?:-pdf|sheet)\.ts$/.test(file))
    .flatMap((file) =>
      (readFileSync(join(root, file), "utf8").match(makers) ?? [])
        .filter((found) => /(?<!type )\b\w+Pdf\b/.test(found))
        .map((found) => `${file}: ${found}`),
    );
  expect(inLoop).toEqual([]);
});

it("A caller has few documents made at once and few more waiting; another caller's is made before the ones that wait", async () => {
  const workers = new PdfWorkers(1);
  const kind = documentKind<typeof slowDocument>(SLOW, "slowDocument");
  const ended: string[] = [];
  const ask = (caller: string, name: string) =>
    workers.make(caller, kind, name, 30).then(
      () => ended.push(name),
      (error: { code?: string }) => ended.push(`${name} ${error.code}`),
    );
  const many = Array.from({ length: 24 }, (_, index) => ask("a", `a${index}`));
  const other = ask("b", "b");
  await Promise.all([...many, other]);
  expect(ended.slice(0, 2)).toEqual(["a22 RATE_LIMITED", "a23 RATE_LIMITED"]);
  expect(ended.indexOf("b")).toBeLessThan(ended.indexOf("a5"));
  expect(ended).toHaveLength(25);
  await workers.close();
});
