// What no parser can read, and what does not say to whom it speaks: problem+json with a code and a request id, as all errors are.
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Sends these bytes, and answers what comes back until the server closes the connection. */
function sent(bytes: string): Promise<string> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    let heard = "";
    socket.on("data", (chunk) => {
      heard += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(heard));
  });
}

interface Heard {
  status: number;
  type: string | undefined;
  id: string | undefined;
  body: Record<string, unknown>;
}

async function answerTo(...lines: string[]): Promise<Heard> {
  const text = await sent(lines.join("\r\n"));
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim();
  return {
    status: Number(head.split(" ")[1]),
    type: header("content-type")?.split(";")[0],
    id: header("x-request-id"),
    body: JSON.parse(body) as Record<string, unknown>,
  };
}

const END = ["Connection: close", "", ""];
const GET = "GET /api/v1/customers/ HTTP/1.1";
const LOGIN = "POST /api/v1/auth/login/ HTTP/1.1";

it.each<[string, string[], number, string]>([
  ["what is no HTTP", ["NONSENSE", ...END], 400, "VALIDATION"],
  ["a header with a blank before its colon", [GET, "Host : x", ...END], 400, "VALIDATION"],
  [
    "two lengths",
    [LOGIN, "Host: x", "Content-Length: 2", "Content-Length: 3", ...END, "{}"],
    400,
    "VALIDATION",
  ],
  [
    "an address of 20,000 letters",
    [`GET /${"a".repeat(20_000)} HTTP/1.1`, "Host: x", ...END],
    431,
    "HEAD_TOO_LARGE",
  ],
  [
    "headers of 20,000 letters",
    [GET, "Host: x", `X-A: ${"a".repeat(20_000)}`, ...END],
    431,
    "HEAD_TOO_LARGE",
  ],
  ["an address that can't be decoded", ["GET /api/v1/%zz/ HTTP/1.1", "Host: x", ...END], 400, "VALIDATION"],
  ["no host", [GET, ...END], 400, "VALIDATION"],
  ["two hosts", [GET, "Host: a.example", "Host: b.example", ...END], 400, "VALIDATION"],
  ["the same host twice", [GET, "Host: a.example", "host: a.example", ...END], 400, "VALIDATION"],
  ["two hosts in one", [GET, "Host: a.example, b.example", ...END], 400, "VALIDATION"],
  ["a host with an account", [GET, "Host: me@a.example", ...END], 400, "VALIDATION"],
  ["a host with a path", [GET, "Host: a.example/b", ...END], 400, "VALIDATION"],
  ["an empty host", [GET, "Host: ", ...END], 400, "VALIDATION"],
  [
    "JSON that is none",
    [LOGIN, "Host: x", "Content-Type: application/json", "Content-Length: 3", ...END.slice(0, 2), "{x}"],
    400,
    "VALIDATION",
  ],
  [
    "a body in a set of letters that is none",
    [
      LOGIN,
      "Host: x",
      "Content-Type: application/json",
      "Content-Length: 2",
      ...END.slice(0, 2),
      "\u00ff\u00fe",
    ],
    400,
    "VALIDATION",
  ],
])("%s is answered as every other error is", async (_name, lines, status, code) => {
  const answer = await answerTo(...lines);
  expect([answer.status, answer.type, answer.body.status, answer.body.code]).toEqual([
    status,
    "application/problem+json",
    status,
    code,
  ]);
  expect(answer.id).toBe(answer.body.request_id);
  expect(answer.id).toMatch(/^[0-9a-f-]{36}$/);
});

it("A host with a port, an address of either kind, and HTTP/1.0 without any are taken", async () => {
  const heads = ["a.example:4000", "127.0.0.1:4000", "[::1]:4000", "localhost", "under_score.example"];
  for (const host of heads)
    expect(
      (await sent(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).split(" ")[1],
      host,
    ).toBe("200");
  expect((await sent("GET /healthz HTTP/1.0\r\n\r\n")).split(" ")[1]).toBe("200");
});

it("The page of the API's reference loads nothing from anybody else, and asks nobody else", async () => {
  const page = await fetch(`${server.url}/docs/`);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/https?:|swagger\.io|unsafe/);
});
