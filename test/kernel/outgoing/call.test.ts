// A call to an address that somebody wrote: it reaches nothing that it may not, and what answers can neither hold it nor fill it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { ANSWER_BYTES, callOut, faultOfUrl, wishedWait } from "../../../server/kernel/outgoing/call.ts";
import { NotAllowed, OutgoingGuard } from "../../../server/kernel/outgoing/guard.ts";
import { type LineError, troubleOfLine } from "../../../server/kernel/outgoing/trouble.ts";
import { canMakeCertificates, makeCertificate } from "../../helpers/certificate.ts";
import { startTestDns } from "../../helpers/dns-server.ts";
import { lot } from "../../helpers/lot.ts";

const closed = new OutgoingGuard([]);
const home = new OutgoingGuard(["127.0.0.0/8", "::1"]);
/** A test's own, short or long: what it is about. */
const SOON_MS = 300;
const LATE_MS = 20_000;

/** What answers on this machine, in a way of its own, and whom it has seen. */
const listeners: Server[] = [];
let connections = 0;
let port = 0;

async function listenAt(server: Server, host: string, at = 0): Promise<number> {
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, host, resolve);
  });
  listeners.push(server);
  return (server.address() as { port: number }).port;
}

const trouble = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "none",
    (error: LineError) => troubleOfLine(error),
  );

beforeAll(async () => {
  port = await listenAt(createServer(), "127.0.0.2");
  await listenAt(createServer(), "127.0.0.1", port);
  await listenAt(createServer(), "::1", port);
});
afterAll(async () => {
  await Promise.all(listeners.map((server) => new Promise((resolve) => server.close(resolve))));
});

/** This machine, in every spelling that somebody came up with. */
const inside = fc
  .tuple(fc.constantFrom("127.0.0.1", "127.0.0.2"), fc.nat({ max: 14 }), fc.boolean(), fc.nat({ max: 255 }))
  .map(([address, way, upper, byte]) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
    const number = ((a * 256 + b) * 256 + c) * 256 + d;
    const hex = number.toString(16);
    const [high, low] = [hex.slice(0, 4), hex.slice(4)];
    const written = [
      address,
      String(number),
      `0x${hex}`,
      `0x${a.toString(16)}.${b}.0x${c}.${d}`,
      `0${a.toString(8)}.0.0.0${d}`,
      `${a}.${d}`,
      `${a}.0.${d}`,
      `[::ffff:${address}]`,
      `[::ffff:${high}:${low}]`,
      `[64:ff9b::${high}:${low}]`,
      `[2002:${high}:${low}::${byte.toString(16)}]`,
      `[0:0:0:0:0:${upper ? "FFFF" : "ffff"}:${high}:${low}]`,
      "[::1]",
      address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      address.replaceAll(".", "%2e"),
    ];
    return written[way] ?? address;
  });
/** Names and addresses of networks that are nobody's business outside. */
const elsewhere = fc.oneof(
  fc.ipV4().map((address) => `10.${address.split(".").slice(1).join(".")}`),
  fc.ipV4().map((address) => `192.168.${address.split(".").slice(2).join(".")}`),
  fc.ipV4().map((address) => `169.254.${address.split(".").slice(2).join(".")}`),
  fc.ipV4().map((address) => `100.100.${address.split(".").slice(2).join(".")}`),
  fc.ipV6().map((address) => `[fd00:${address.split(":").at(-1) || "1"}::1]`),
  fc.constantFrom("localhost", "LOCALHOST.", "a.localhost", "[fe80::1]", "0", "0.0.0.0", "[::]"),
);

test("Whatever spells an address inside, nothing is connected to", async () => {
  const before = connections;
  const property = fc.asyncProperty(
    fc.oneof(inside, elsewhere),
    fc.constantFrom("http", "https", "HTTP"),
    async (host, scheme) => {
      const url = `${scheme}://${host}:${port}/`;
      fc.pre(URL.canParse(url));
      await expect(callOut(closed, { url, within_ms: LATE_MS })).rejects.toBeInstanceOf(NotAllowed);
    },
  );
  await fc.assert(property, { numRuns: lot(500, 10_000) });
  expect(connections).toBe(before);
});

it.each([
  "ftp://example.net/",
  "file:///etc/passwd",
  "http://user:password@example.net/",
  "http://user@example.net/",
  "example.net",
  "//example.net/",
  "",
])("%s is no address to call", async (url) => {
  expect(faultOfUrl(url)).not.toBeNull();
  if (URL.canParse(url))
    await expect(callOut(home, { url, within_ms: LATE_MS })).rejects.toBeInstanceOf(NotAllowed);
});

it.each([22, 25, 110, 1_023])("Port %i is not called, whatever listens there", async (at) => {
  await expect(callOut(home, { url: `http://127.0.0.1:${at}/`, within_ms: LATE_MS })).rejects.toBeInstanceOf(
    NotAllowed,
  );
});

describe("names, as the installation's resolver knows them", () => {
  it("A name is asked for once a call, and the call goes where it was judged, whatever it becomes then", async () => {
    const dns = await startTestDns();
    const guard = new OutgoingGuard(["127.0.0.2"], dns.address);
    const seen: string[] = [];
    const server = createHttpServer((request, response) => {
      seen.push(`${request.headers.host}`);
      response.end("{}");
    });
    const at = await listenAt(server, "127.0.0.2");
    dns.addresses.set("hook.example", [["127.0.0.2"], ["127.0.0.1"]]);
    const call = () => callOut(guard, { url: `http://hook.example:${at}/`, within_ms: LATE_MS });
    expect((await call()).status).toBe(200);
    expect(seen).toEqual([`hook.example:${at}`]);
    expect(dns.questions).toEqual(["hook.example", "hook.example"]);
    // Turned inward since: the next call is judged by what the name is then.
    await expect(call()).rejects.toBeInstanceOf(NotAllowed);
    // A name with both is called where it may be.
    dns.addresses.set("both.example", [["127.0.0.1", "127.0.0.2", "fd00:0:0:0:0:0:0:1"]]);
    expect((await callOut(guard, { url: `http://both.example:${at}/`, within_ms: LATE_MS })).status).toBe(
      200,
    );
    const unknown = callOut(guard, { url: `http://gone.example:${at}/`, within_ms: LATE_MS });
    expect(await trouble(unknown)).toBe("UNREACHABLE");
    await dns.close();
  });
});

test.skipIf(!canMakeCertificates)(
  "A certificate is checked by the name that was written, whatever the name leads to (skipped without openssl)",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "lastmile-tls-"));
    const { cert, key } = makeCertificate(folder, "hook.example", "DNS:hook.example");
    const [pem, secret] = [readFileSync(cert, "utf8"), readFileSync(key, "utf8")];
    rmSync(folder, { recursive: true });
    const dns = await startTestDns();
    const guard = new OutgoingGuard(["127.0.0.1"], dns.address);
    for (const name of ["hook.example", "other.example"]) dns.addresses.set(name, [["127.0.0.1"]]);
    let requests = 0;
    const server = createHttpsServer({ cert: pem, key: secret }, (_request, response) => {
      requests += 1;
      response.end("{}");
    });
    const at = await listenAt(server, "127.0.0.1");
    const call = (name: string) => callOut(guard, { url: `https://${name}:${at}/`, within_ms: LATE_MS });
    // By nobody that is trusted.
    expect(await trouble(call("hook.example"))).toBe("ENCRYPTION");
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, pem]);
    try {
      expect((await call("hook.example")).status).toBe(200);
      expect(await trouble(call("other.example"))).toBe("ENCRYPTION");
    } finally {
      setDefaultCACertificates(trusted);
    }
    expect(requests).toBe(1);
    await dns.close();
  },
);

describe("what answers", () => {
  /** Speaks HTTP as it likes. */
  const saying = async (say: (socket: Socket) => void): Promise<string> => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => say(socket));
    });
    return `http://127.0.0.1:${await listenAt(server, "127.0.0.1")}/`;
  };
  const answering = async (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
    `http://127.0.0.1:${await listenAt(createHttpServer(answer), "127.0.0.1")}/`;

  it("A redirect is an answer, and nothing follows it", async () => {
    const before = connections;
    const url = await answering((_request, response) =>
      response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
    );
    expect((await callOut(home, { url, within_ms: LATE_MS })).status).toBe(302);
    expect(connections).toBe(before + 1);
  });

  it("An answer of a hundred megabytes is read to 64 kB, and the connection ends", async () => {
    let sent = 0;
    let ended: () => void = () => {};
    const over = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const url = await answering((_request, response) => {
      const chunk = Buffer.alloc(65_536, "x");
      const pour = () => {
        while (sent < 100_000_000 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", pour);
        }
        response.end();
      };
      response.on("close", ended);
      pour();
    });
    const { status, body, is_whole } = await callOut(home, { url, within_ms: LATE_MS });
    expect({ status, length: body.length, is_whole }).toEqual({
      status: 200,
      length: ANSWER_BYTES,
      is_whole: false,
    });
    await over;
    expect(sent).toBeLessThan(100_000_000);
  });

  it("An answer that trickles is cut off at the deadline", async () => {
    const url = await saying((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      const drip = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(drip));
    });
    const { status, is_whole } = await callOut(home, { url, within_ms: SOON_MS });
    expect({ status, is_whole }).toEqual({ status: 200, is_whole: false });
  });

  it.each([
    ["nothing", "SILENT", () => {}],
    ["half a head", "SILENT", (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-")],
    ["no HTTP", "NOT_THE_PROTOCOL", (socket: Socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")],
    ["the end of the connection", "UNREACHABLE", (socket: Socket) => socket.destroy()],
  ] as const)("%s is told as %s", async (_what, kind, say) => {
    const url = await saying((socket) => void say(socket));
    expect(await trouble(callOut(home, { url, within_ms: SOON_MS }))).toBe(kind);
  });

  it("Less than was announced is known to be less", async () => {
    const url = await saying((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nshort"));
    const { body, is_whole } = await callOut(home, { url, within_ms: LATE_MS });
    expect({ body: body.toString(), is_whole }).toEqual({ body: "short", is_whole: false });
  });

  it("Each call has a connection of its own, and no cookie comes back", async () => {
    const heads: IncomingMessage["headers"][] = [];
    const url = await answering(({ headers }, response) => {
      heads.push(headers);
      response.writeHead(200, { "set-cookie": "a=1", connection: "keep-alive" }).end();
    });
    const before = connections;
    for (let call = 0; call < 3; call += 1) await callOut(home, { url, within_ms: LATE_MS });
    expect(connections).toBe(before + 3);
    expect(heads.map(({ cookie, connection }) => [cookie, connection])).toEqual(
      heads.map(() => [undefined, "close"]),
    );
  });
});

test("How long to wait is said in seconds or by a date", () => {
  const now = Date.parse("2026-11-30T10:00:00Z");
  const wait = (text?: string) =>
    wishedWait({ headers: text === undefined ? {} : { "retry-after": text } }, now);
  expect(wait("120")).toBe(120_000);
  expect(wait("Mon, 30 Nov 2026 10:01:00 GMT")).toBe(60_000);
  expect([wait(), wait("soon"), wait("-5"), wait("Mon, 30 Nov 2026 09:00:00 GMT")]).toEqual([0, 0, 0, 0]);
});
