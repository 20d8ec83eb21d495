// Every split point of a recorded exchange, byte-exact; and TLS with its pin.
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { RepairedReceiver } from "../../../main/network/routeros/repair.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { open } from "../helpers/fixtures.ts";

let simulator: RouterSimulator | undefined;
afterEach(async () => {
  await simulator?.close();
  simulator = undefined;
});

const secrets = [
  { name: "anika", comment: "আনিকা রহমান — Haus 3", password: "p" },
  { name: "zażółć", comment: "x".repeat(200), password: "p" },
  { name: "third", comment: "", password: "p" },
];

/** What a router sent in an exchange of prints, an empty print, a trap and an add. */
async function record(): Promise<{ bytes: Buffer; tags: string[] }> {
  simulator = await startRouterSimulator({ secrets, connect_delay_ms: 0 });
  const parts: Buffer[] = [];
  const opened = await open(simulator);
  simulator.onSend((bytes) => parts.push(bytes));
  await opened.run("/ppp/secret/print", { proplist: [".id", "name", "comment"] });
  await opened.run("/ppp/secret/print", { queries: ["=name=nobody"] });
  await opened.run("/ppp/secret/add", { attributes: { name: "anika" } }).catch(() => undefined);
  await opened.run("/ppp/secret/add", { attributes: { name: "new" } });
  await opened.close();
  const bytes = Buffer.concat(parts);
  const tags = [
    ...new Set([...bytes.toString("latin1").matchAll(/\.tag=(t\d+)/g)].map((match) => match[1] ?? "")),
  ];
  return { bytes, tags };
}

/** The sentences that a fresh receiver makes of the chunks. */
function receive(chunks: readonly Buffer[], tags: readonly string[]): string[][] {
  const sentences: string[][] = [];
  const receiver = new RepairedReceiver(new Socket(), () => undefined);
  for (const tag of tags) receiver.read(tag, (packet) => sentences.push([tag, ...packet]));
  for (const chunk of chunks) receiver.processRawData(chunk);
  expect(receiver.dropped).toBe(0);
  return sentences;
}

test("Every split point gives the same sentences", async () => {
  const { bytes, tags } = await record();
  const whole = receive([bytes], tags);
  expect(whole.map((sentence) => sentence[1])).toEqual([
    "!re",
    "!re",
    "!re",
    "!done",
    "!empty",
    "!done",
    "!trap",
    "!done",
    "!done",
  ]);
  expect(whole[0]?.at(-1)).toBe("=comment=আনিকা রহমান — Haus 3");
  for (let at = 0; at <= bytes.length; at += 1)
    expect(receive([bytes.subarray(0, at), bytes.subarray(at)], tags)).toEqual(whole);
  expect(
    receive(
      Array.from(bytes, (byte) => Buffer.of(byte)),
      tags,
    ),
  ).toEqual(whole);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 20 }), (cuts) => {
      const points = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const chunks = points.slice(1).map((end, index) => bytes.subarray(points[index], end));
      expect(receive(chunks, tags)).toEqual(whole);
    }),
  );
});

test("A reply over TCP is read whole wherever it is split, and byte by byte", async () => {
  simulator = await startRouterSimulator({ secrets: secrets.slice(0, 1), connect_delay_ms: 0 });
  const sizes: number[] = [];
  simulator.onSend((bytes) => sizes.push(bytes.length));
  const opened = await open(simulator);
  const ask = () => opened.run("/ppp/secret/print", { proplist: ["name", "comment"] });
  const whole = await ask();
  // Tags grow longer, so replies do: the margin covers them.
  const length = (sizes.at(-1) ?? 0) + 10;
  for (let at = 0; at < length; at += 1) {
    const repair = simulator.faults.add({ kind: "split", at });
    expect(await ask()).toEqual(whole);
    repair();
  }
  simulator.faults.add({ kind: "split", every: 1 });
  expect(await ask()).toEqual(whole);
  await opened.close();
});

/** A throw-away certificate by the machine's openssl; null where there is none. */
function certificate(): { key: string; cert: string; fingerprint: string } | null {
  const folder = mkdtempSync(join(tmpdir(), "lastmile-tls-"));
  try {
    const files = ["-keyout", join(folder, "key"), "-out", join(folder, "cert")];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=router", ...files],
      {
        stdio: "ignore",
      },
    );
    const cert = readFileSync(join(folder, "cert"), "utf8");
    const fingerprint = new X509Certificate(cert).fingerprint256;
    return { key: readFileSync(join(folder, "key"), "utf8"), cert, fingerprint };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const tls = certificate();

test.skipIf(tls === null)("TLS: the pin is checked before a byte of the login is sent", async () => {
  if (tls === null) return;
  simulator = await startRouterSimulator({ tls, connect_delay_ms: 0, secrets });
  const opened = await open(simulator, { use_tls: true, tls_fingerprint: tls.fingerprint });
  expect((await opened.run("/ppp/secret/print")).rows).toHaveLength(3);
  await opened.close();
  const lower = tls.fingerprint.replaceAll(":", "").toLowerCase();
  await (await open(simulator, { use_tls: true, tls_fingerprint: lower })).close();

  const sent = simulator.logins;
  let bytes = 0;
  simulator.onSend((part) => (bytes += part.length));
  const other = `${lower.startsWith("00") ? "11" : "00"}${lower.slice(2)}`;
  await expect(open(simulator, { use_tls: true, tls_fingerprint: other })).rejects.toMatchObject({
    code: "ETLSPIN",
  });
  await expect(open(simulator, { use_tls: true })).rejects.toMatchObject({
    code: "ETLSPIN",
    message: expect.stringContaining(tls.fingerprint),
  });
  expect(simulator.logins).toBe(sent);
  expect(bytes).toBe(0);
});

test("TLS against a plain port, and plain against a TLS port, fail typed", async () => {
  simulator = await startRouterSimulator({ secrets });
  await expect(
    open(simulator, { use_tls: true, tls_fingerprint: "00" }, { connect_timeout_ms: 500 }),
  ).rejects.toMatchObject({
    code: expect.stringMatching(/ETLS|ECLOSED|ETIMEDOUT/),
  });
});
