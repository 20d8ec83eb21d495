// Each fault of node-routeros 1.6.9 (main/network/README.md) against a router that provokes it: repaired, typed, settled once.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import type { DriverError } from "../../../main/network/driver.ts";
import {
  type RouterSimulator,
  type RouterSimulatorOptions,
  startRouterSimulator,
} from "../../../main/network/simulators/router.ts";
import { open, until } from "../helpers/fixtures.ts";

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

async function router(options: RouterSimulatorOptions = {}): Promise<RouterSimulator> {
  const simulator = await startRouterSimulator({ connect_delay_ms: 0, ...options });
  cleanup.push(() => simulator.close());
  return simulator;
}

async function session(simulator: RouterSimulator, ...rest: [changes?: object, options?: object]) {
  const opened = await open(simulator, ...rest);
  cleanup.push(() => opened.close());
  return opened;
}

const failure = async (promise: Promise<unknown>): Promise<DriverError> =>
  promise.then(
    () => {
      throw new Error("should have failed");
    },
    (error: DriverError) => error,
  );

const SECRETS = "/ppp/secret/print";
const thirty = Array.from({ length: 30 }, (_, index) => ({
  name: `user${index}`,
  comment: `House ${index}`,
}));

test("!empty answers no rows, and the next command works", async () => {
  const opened = await session(await router());
  expect(await opened.run(SECRETS, { queries: ["=name=nobody"] })).toEqual({ rows: [], done: {} });
  expect((await opened.run("/system/identity/print")).rows).toHaveLength(1);
});

test("Older routers answer no rows without !empty", async () => {
  const opened = await session(await router({ version: "6.49.17" }));
  expect((await opened.run(SECRETS)).rows).toEqual([]);
});

test("A trap keeps its category and the router's words", async () => {
  const opened = await session(await router());
  const error = await failure(opened.run("/ppp/secret/set", { attributes: { ".id": "*FF", comment: "x" } }));
  expect(error).toMatchObject({ code: "ETRAP", category: 0, original: "no such item" });
});

test("A trap without !done settles, and the connection goes on", async () => {
  const simulator = await router();
  const opened = await session(simulator);
  simulator.faults.add({
    kind: "trap",
    command: SECRETS,
    message: "failure: busy",
    without_done: true,
    times: 1,
  });
  expect(await failure(opened.run(SECRETS))).toMatchObject({ code: "ETRAP", category: null });
  expect((await opened.run(SECRETS)).rows).toEqual([]);
});

test.each([
  ["cut in the middle of a reply", { kind: "cut", command: SECRETS } as const, "ECLOSED"],
  ["cut before the first byte", { kind: "cut", command: SECRETS, after_bytes: 0 } as const, "ECLOSED"],
  ["reset in the middle of a reply", { kind: "reset", command: SECRETS } as const, "ECLOSED"],
  ["!fatal", { kind: "fatal", command: SECRETS, message: "out of memory" } as const, "EFATAL"],
])("%s fails every pending command once", async (_, fault, code) => {
  const simulator = await router({ secrets: thirty });
  const opened = await session(simulator);
  simulator.faults.add({ kind: "silent", command: "/ppp/active/print" });
  const pending = failure(opened.run("/ppp/active/print"));
  simulator.faults.add(fault);
  expect((await failure(opened.run(SECRETS))).code).toBe(code);
  expect((await pending).code).toBe(code);
  expect(opened.open).toBe(false);
  expect((await failure(opened.run(SECRETS))).code).toBe(code);
});

test("Closing with work pending fails the work", async () => {
  const simulator = await router();
  const opened = await session(simulator);
  simulator.faults.add({ kind: "silent" });
  const pending = failure(opened.run(SECRETS));
  await opened.close();
  await opened.close();
  expect((await pending).code).toBe("ECLOSED");
});

test("A silent router: the command times out, and when the cancel is not answered either the connection ends", async () => {
  const simulator = await router();
  const opened = await session(simulator, {}, { command_timeout_ms: 100 });
  simulator.faults.add({ kind: "silent" });
  expect((await failure(opened.run(SECRETS))).code).toBe("ETIMEDOUT");
  await until("the dead connection to be ended", () => !opened.open);
});

test.each(["cut", "reset", "fatal"] as const)("%s during the login fails the opening", async (kind) => {
  const simulator = await router();
  simulator.faults.add({ kind, command: "/login" });
  expect((await failure(open(simulator))).code).toBe(kind === "fatal" ? "EFATAL" : "ECLOSED");
});

test("Silence during the login fails the opening", async () => {
  const simulator = await router();
  simulator.faults.add({ kind: "silent", command: "/login" });
  expect((await failure(open(simulator, {}, { login_timeout_ms: 100 }))).code).toBe("ETIMEDOUT");
});

test("A port that accepts and says nothing, and one that refuses", async () => {
  const server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const simulator = await router();
  const silent = await failure(open(simulator, { api_port: port }, { login_timeout_ms: 100 }));
  expect(silent.code).toBe("ETIMEDOUT");
  await new Promise((resolve) => server.close(resolve));
  const refused = await failure(open(simulator, { api_port: port }));
  expect(refused.code).toBe("ECONNREFUSED");
  expect(refused.message).toMatch(/refused the connection/);
});

test("A late reply of a command given up is dropped, the connection stays good", async () => {
  const simulator = await router({ secrets: thirty });
  const opened = await session(simulator, {}, { command_timeout_ms: 80 });
  simulator.faults.add({ kind: "late", command: SECRETS, ms: 120, times: 1 });
  expect((await failure(opened.run(SECRETS))).code).toBe("ETIMEDOUT");
  await until("the late reply to arrive", () => opened.dropped_replies > 0);
  expect((await opened.run(SECRETS)).rows).toHaveLength(30);
});

test("A slow reply is waited for without bogus commands, and an idle connection lives on", async () => {
  const simulator = await router({ secrets: thirty });
  const opened = await session(simulator);
  simulator.faults.add({ kind: "delay", command: SECRETS, ms: 300, times: 1 });
  expect((await opened.run(SECRETS, { timeout_ms: 1_000 })).rows).toHaveLength(30);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await opened.run(SECRETS)).rows).toHaveLength(30);
});

test("Each row starts the command's timeout anew", async () => {
  const simulator = await router({ secrets: thirty });
  const opened = await session(simulator);
  simulator.faults.add({ kind: "split", command: SECRETS, every: 16 });
  const started = performance.now();
  const { rows } = await opened.run(SECRETS, { timeout_ms: 250 });
  expect(rows).toHaveLength(30);
  expect(performance.now() - started).toBeGreaterThan(250);
});

test("An unknown reply word is ignored", async () => {
  const simulator = await router({ secrets: thirty });
  const opened = await session(simulator);
  simulator.faults.add({ kind: "unknown_reply", command: SECRETS, word: "!progress" });
  expect((await opened.run(SECRETS)).rows).toHaveLength(30);
});

test("Text survives both ways, byte for byte", async () => {
  const simulator = await router();
  const opened = await session(simulator);
  for (const comment of ["Zażółć gęślą jaźń", "আনিকা রহমান", "a=b=c", "日本 🏠", ""]) {
    const name = `n${comment.length}-${comment.codePointAt(0) ?? 0}`;
    await opened.run("/ppp/secret/add", { attributes: { name, comment } });
    const { rows } = await opened.run(SECRETS, { proplist: ["comment"], queries: [`=name=${name}`] });
    expect(rows).toEqual([{ comment }]);
    expect(simulator.secrets().find((secret) => secret.name === name)?.comment).toBe(comment);
  }
});

test.each([0x7f, 0x80, 0x3fff, 0x4000, 0x5000])(
  "A value of %i bytes crosses the length borders",
  async (length) => {
    const simulator = await router();
    const opened = await session(simulator);
    const comment = "x".repeat(length - "=comment=".length);
    await opened.run("/ppp/secret/add", { attributes: { name: "long", comment } });
    expect((await opened.run(SECRETS, { proplist: ["comment"] })).rows).toEqual([{ comment }]);
  },
);

test("A reserved control byte ends the connection as a protocol error", async () => {
  const simulator = await router();
  const server = createServer((socket) => socket.resume().end(Buffer.of(0xf8))).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanup.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  expect((await failure(open(simulator, { api_port: port }))).code).toBe("EPROTO");
});

test("Many commands at once keep their answers apart; 10,000 rows come whole", async () => {
  const secrets = Array.from({ length: 10_000 }, (_, index) => ({ name: `user${index}` }));
  const opened = await session(await router({ secrets }));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      opened.run(SECRETS, { proplist: ["name"], queries: [`=name=user${index}`] }),
    ),
  );
  expect(answers.map(({ rows }) => rows[0]?.["name"])).toEqual(answers.map((_, index) => `user${index}`));
  expect((await opened.run(SECRETS, { proplist: [".id", "name"] })).rows).toHaveLength(10_000);
});

test("200 commands one after the other are sent at once: one segment each, without Nagle's delay", async () => {
  const undelayed = vi.spyOn(Socket.prototype, "setNoDelay");
  const sent = vi.spyOn(Socket.prototype, "write");
  cleanup.push(async () => vi.restoreAllMocks());
  const simulator = await router();
  const opened = await session(simulator);
  const ofOurs = ({ mock }: { mock: { contexts: unknown[] } }) =>
    mock.contexts.filter((socket) => (socket as Socket).remotePort === simulator.port).length;
  // With it and delayed acknowledgement each took 40 ms.
  expect(undelayed.mock.calls.every(([is_undelayed]) => is_undelayed !== false)).toBe(true);
  expect(ofOurs(undelayed)).toBe(1);
  const before = ofOurs(sent);
  for (let index = 0; index < 200; index += 1) await opened.run("/system/identity/print");
  expect(ofOurs(sent) - before).toBe(200);
});

test("The caller's arrays and objects are not changed", async () => {
  const opened = await session(await router());
  const options = Object.freeze({ proplist: Object.freeze(["name"]), queries: Object.freeze(["=name=x"]) });
  await opened.run(SECRETS, options);
  await opened.run(SECRETS, options);
});

test("Add without ret is no error", async () => {
  const simulator = await router();
  const opened = await session(simulator);
  simulator.faults.add({ kind: "no_ret", command: "/ppp/secret/add" });
  expect((await opened.run("/ppp/secret/add", { attributes: { name: "a" } })).done).toEqual({});
});

test("Wrong password, missing rights, legacy login", async () => {
  const simulator = await router({ users: [{ username: "look", password: "pässwörd", group: "read" }] });
  const wrong = await failure(open(simulator, { password: "other" }));
  expect(wrong.code).toBe("EAUTH");
  expect(JSON.stringify({ ...wrong, message: wrong.message })).not.toContain("other");
  const reader = await session(simulator);
  const denied = await failure(reader.run("/ppp/secret/add", { attributes: { name: "a" } }));
  expect(denied).toMatchObject({ code: "ETRAP", original: "not enough permissions (9)" });

  const old = await router({
    legacy_login: true,
    version: "6.40",
    users: [{ username: "u", password: "pässwörd" }],
  });
  expect((await failure(open(old))).message).toMatch(/legacy/);
  const opened = await session(old, { legacy_login: true });
  expect((await opened.run("/system/resource/print")).rows).toHaveLength(1);
  expect((await failure(open(old, { legacy_login: true, password: "no" }))).code).toBe("EAUTH");
});

test("No password reaches the debug output, even with every library log on", async () => {
  const simulator = await router({ users: [{ username: "u", password: "TOP-SECRET-WORD" }] });
  const url = (path: string): string => new URL(path, import.meta.url).href;
  const code = `
    const { openRouterOs } = await import(${JSON.stringify(url("../../../main/network/routeros/session.ts"))});
    const s = await openRouterOs({ host: "127.0.0.1", api_port: ${simulator.port}, use_tls: false, username: "u",
      password: "TOP-SECRET-WORD" }, { allow_loopback: true });
    await s.run("/ppp/secret/add", { attributes: { name: "a", password: "TOP-SECRET-WORD" } });
    await s.close();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    env: { ...process.env, DEBUG: "*" },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [status] = await once(child, "close");
  expect({ status, tail: status === 0 ? "" : output }).toEqual({ status: 0, tail: "" });
  expect(simulator.secrets()[0]?.password).toBe("TOP-SECRET-WORD");
  expect(output).toMatch(/routeros-api/);
  expect(output).not.toContain("TOP-SECRET-WORD");
});

test("Loopback and metadata addresses are refused unless allowed", async () => {
  const simulator = await router();
  expect((await failure(open(simulator, {}, { allow_loopback: false }))).code).toBe("EADDRESS");
  expect((await failure(open(simulator, { host: "169.254.169.254" }))).code).toBe("EADDRESS");
  expect(simulator.connections).toBe(0);
});
