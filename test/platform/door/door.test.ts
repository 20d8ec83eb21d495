// The door before every route: limits by the route and the known token, and nothing read of a body that may not be sent.
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "../../helpers/config.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

const LIMIT = 50;
let server: TestServer;
let t: TestTenant;
let counter: Client;

beforeAll(async () => {
  server = await startTestServer({
    limits: { ...LIMITS, requests_per_minute: LIMIT, lookups_per_minute: 5 },
  });
  t = await makeTenant(server, { subdomain: "alpha" });
  counter = await t.staff("carla", "Counter");
});
afterAll(() => server.stop());

/** A new session of the owner, with a count of its own. */
const owner = () => server.signIn("alpha-owner", "alpha-secret", "alpha");

const auth = (token: string | null) => ({ authorization: `Bearer ${token}` });

async function statuses(count: number, send: (index: number) => Promise<Response>): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index++) {
    const response = await send(index);
    await response.arrayBuffer();
    found.push(response.status);
  }
  return found;
}

/** Sends a head that announces a body, and no byte of that body; resolves with the answer. */
function announce(path: string, bytes: number, token: string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    let answer = "";
    const socket = connect(Number(port), hostname, () => {
      const head = [
        `POST ${path} HTTP/1.1`,
        `host: ${hostname}`,
        "content-type: application/json",
        `content-length: ${bytes}`,
        ...(token ? [`authorization: Bearer ${token}`] : []),
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
    });
    socket.on("data", (bytes) => {
      answer += bytes.toString();
      if (answer.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("a body", () => {
  it("A body is not read before it is known who sends it and that they may", async () => {
    const bytes = 60_000;
    expect(await announce("/api/v1/customers/", bytes, null)).toMatch(/^HTTP\/1.1 401/);
    expect(await announce("/api/v1/customers/import/", 3_900_000, counter.token)).toMatch(/^HTTP\/1.1 403/);
    expect(await announce("/trpc/sync.push", 3_900_000, null)).toMatch(/^HTTP\/1.1 401/);
    expect(await announce("/trpc/agent.observe", 3_900_000, counter.token)).toMatch(/^HTTP\/1.1 403/);
    expect(await announce("/api/v1/no-such-thing/", bytes, counter.token)).toMatch(/^HTTP\/1.1 404/);
    expect(await announce("/api/v1/auth/me/", bytes, counter.token)).toMatch(/^HTTP\/1.1 405/);
  });

  it("A body may have 64 kB, 4 MB where files and batches come in, less where nobody is known", async () => {
    const { token } = await owner();
    const tooLarge = /^HTTP\/1.1 413/;
    expect(await announce("/api/v1/auth/login/", 20_000, null)).toMatch(tooLarge);
    expect(await announce("/api/v1/customers/", 70_000, token)).toMatch(tooLarge);
    expect(await announce("/api/v1/customers/import/", 4_200_000, token)).toMatch(tooLarge);
    expect(await announce("/trpc/sync.register", 70_000, token)).toMatch(tooLarge);
    expect(await announce("/trpc/sync.push", 4_200_000, token)).toMatch(tooLarge);
    const settings = await fetch(`${server.url}/api/v1/settings/`, {
      method: "PATCH",
      headers: { ...auth(token), "content-type": "application/json" },
      body: JSON.stringify({ logo: `data:image/png;base64,iVBORw0KGgoA${"A".repeat(300_000)}` }),
    });
    expect(settings.status).toBe(200);
  });

  it("A body may come compressed, and may unpack to no more than an open one", async () => {
    const { token } = await owner();
    const push = async (body: string) => {
      const response = await fetch(`${server.url}/trpc/sync.push`, {
        method: "POST",
        headers: { ...auth(token), "content-type": "application/json", "content-encoding": "gzip" },
        body: gzipSync(body),
      });
      return { status: response.status, text: await response.text() };
    };
    // Read as JSON and refused for what it says, not for how it came.
    const read = await push(JSON.stringify({ device_id: "x".repeat(100_000), commands: [] }));
    expect(read, read.text.slice(0, 300)).toMatchObject({ status: 400 });
    expect(read.text).toContain("VALIDATION");
    const bomb = await push(`{"device_id":"${" ".repeat(20_000_000)}"}`);
    expect(bomb.status, bomb.text.slice(0, 300)).toBe(413);
  });

  it("A body full of unknown fields is answered with fifty errors at most, and few bytes", async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 1]);
    const body = JSON.stringify({ ...Object.fromEntries(names), ["x".repeat(3_000)]: 1 });
    const response = await fetch(`${server.url}/api/v1/auth/login/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(JSON.parse(text).errors).toHaveLength(50);
    expect(text.length).toBeLessThan(body.length);
    const long = await fetch(`${server.url}/api/v1/auth/login/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ["x".repeat(10_000)]: 1 }),
    });
    expect((await long.text()).length).toBeLessThan(2_000);
  });
});

describe("limits", () => {
  it("Limits go by the route, however its address is spelled", async () => {
    const look = (path: string) =>
      fetch(server.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "nobody", tenant: "alpha" }),
      });
    const spellings = ["/api/v1/customer/query/", "/%61pi/v1/customer/query", "/api/v1/%63ustomer/quer%79/"];
    const found = await statuses(9, (index) => look(spellings[index % 3] as string));
    expect(found).toEqual([...Array(5).fill(200), ...Array(4).fill(429)]);
    const { token } = await owner();
    const rest = await statuses(LIMIT + 3, (index) =>
      fetch(`${server.url}${index % 2 ? "/%61pi" : "/api"}/v1/settings/`, { headers: auth(token) }),
    );
    expect(rest).toEqual([...Array(LIMIT).fill(200), 429, 429, 429]);
  });

  it("Limits count calls of /trpc and of REST together, and each call of a batch", async () => {
    const { token } = await owner();
    const ask = (path: string) => fetch(server.url + path, { headers: auth(token) });
    await statuses(10, () => ask("/trpc/sync.collections"));
    const batch = Array(10).fill("sync.collections").join(",");
    expect((await ask(`/trpc/${batch}?batch=1`)).status).toBe(200);
    const left = await statuses(LIMIT - 20, () => ask("/api/v1/auth/me/"));
    expect(new Set(left)).toEqual(new Set([200]));
    const refused = await ask("/trpc/sync.collections");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await refused.json()).error.data.problem.code).toBe("RATE_LIMITED");
  });

  it("Limits count invented tokens against the address, which then costs the database nothing; holders of known tokens go on", async () => {
    const known = await owner();
    expect((await known.get("/auth/me/")).status).toBe(200);
    const [before] = await server.services.db.platform`select count(*)::int as tokens from auth_tokens`;
    const found = await statuses(LIMIT + 20, (index) =>
      fetch(`${server.url}/api/v1/settings/`, { headers: auth(`${"x".repeat(40)}${index}`) }),
    );
    expect(found.filter((status) => status === 401).length).toBeLessThanOrEqual(LIMIT);
    expect(found.slice(-20)).toEqual(Array(20).fill(429));
    expect((await known.get("/auth/me/")).status).toBe(200);
    expect(before?.tokens).toBeGreaterThan(0);
  });
});
