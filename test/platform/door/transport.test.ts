// How the server is reached: https, proxies, browsers, slow lines, the figures, the headers of every answer.
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:https";
import { connect as connectTcp, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readHttpConfig } from "../../../server/config-http.ts";
import { closeDemoAccounts } from "../../../server/demo/known-passwords.ts";
import { startServer } from "../../../server/server.ts";
import { canMakeCertificates, makeCertificate } from "../../helpers/certificate.ts";
import { LIMITS, SECRET_KEY, SUPERUSER } from "../../helpers/config.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

const TOKEN = "figures-for-prometheus";
const PORTAL = "https://portal.isp.example";

/** The suite that the server agrees on with a caller who knows these of TLS 1.2 alone. */
function agreedBy(url: string, ciphers: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const port = Number(new URL(url).port);
    const asked = {
      port,
      host: "127.0.0.1",
      rejectUnauthorized: false,
      ciphers,
      maxVersion: "TLSv1.2",
    } as const;
    const socket = connectTls(asked, () => {
      resolve(socket.getCipher().name);
      socket.destroy();
    }).on("error", reject);
  });
}

let server: TestServer;
let t: TestTenant;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lastmile-tls-"));
  server = await startTestServer({
    limits: { ...LIMITS, streams_per_token: 3, streams_per_address: 5, request_seconds: 1 },
    http: readHttpConfig({
      LASTMILE_TRUSTED_PROXIES: "127.0.0.1",
      LASTMILE_CORS_ORIGINS: PORTAL,
      LASTMILE_METRICS_TOKEN: TOKEN,
    }),
  });
  t = await makeTenant(server, { subdomain: "alpha" });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const auth = (token: string | null) => ({ authorization: `Bearer ${token}` });

describe("figures", () => {
  it("Figures are at a port of their own on loopback, and at the server's address only with the token", async () => {
    expect(new URL(server.metrics_url).port).not.toBe(new URL(server.url).port);
    expect(new URL(server.metrics_url).hostname).toBe("127.0.0.1");
    expect(await (await fetch(server.metrics_url)).text()).toContain("lastmile_request_seconds");
    const open = await fetch(`${server.url}/metrics`);
    expect(open.status).toBe(401);
    expect((await fetch(`${server.url}/metrics`, { headers: auth("another-token-altogether") })).status).toBe(
      401,
    );
    const told = await fetch(`${server.url}/metrics`, { headers: auth(TOKEN) });
    expect(told.status).toBe(200);
    expect(await told.text()).toContain("lastmile_request_seconds");
  });
});

describe("a browser", () => {
  const preflight = (origin: string) =>
    fetch(`${server.url}/api/v1/customers/`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization",
      },
    });

  it("A browser may call from the desktop's own page and from the origins that were named, with every verb; from no other", async () => {
    for (const origin of ["app://lastmile", PORTAL]) {
      const { headers, status } = await preflight(origin);
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      for (const verb of ["GET", "POST", "PATCH", "DELETE"])
        expect(headers.get("access-control-allow-methods")).toContain(verb);
      const asked = await fetch(`${server.url}/api/v1/auth/me/`, {
        headers: { origin, ...auth(t.owner.token) },
      });
      expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
      for (const name of [
        "ETag",
        "Retry-After",
        "X-RateLimit-Remaining",
        "X-Request-Id",
        "Content-Disposition",
      ])
        expect(asked.headers.get("access-control-expose-headers")).toContain(name);
    }
    for (const origin of ["https://evil.example", "null", `${PORTAL}.evil.example`]) {
      const { headers } = await preflight(origin);
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("vary")).toContain("Origin");
    }
  });

  it("A browser that asks with a plain OPTIONS gets an answer, not a text about preflights", async () => {
    const response = await fetch(`${server.url}/api/v1/customers/`, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
  });
});

describe("every answer", () => {
  it("Every answer with data is kept by nobody and taken for nothing else", async () => {
    const paths = [
      "/api/v1/auth/me/",
      "/api/v1/customers/",
      "/api/v1/none/",
      "/trpc/sync.collections",
      "/trpc/no.such",
    ];
    for (const path of paths) {
      const { headers } = await fetch(server.url + path, { headers: auth(t.owner.token) });
      expect(headers.get("cache-control"), path).toContain("no-store");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("x-request-id"), path).toBeTruthy();
    }
    const login = await server.anonymous.post("/auth/login/", {
      username: "nobody",
      password: "nothing-at-all",
    });
    expect(login.headers.get("cache-control")).toBe("no-store");
    for (const path of ["/docs/", "/docs/static/swagger-ui.css", "/healthz"])
      expect((await fetch(server.url + path)).headers.get("x-content-type-options"), path).toBe("nosniff");
  });
});

describe("a proxy", () => {
  const audited = async () =>
    (await t.owner.get("/audit-logs/?page_size=1&action=login")).body.results[0].address;
  const signIn = (headers: Record<string, string>, at = server) =>
    at.anonymous.post("/auth/login/", { username: "alpha-owner", password: "alpha-secret" }, headers);

  it("A proxy that is trusted says whose request it passes on, and that it came by https", async () => {
    const answer = await signIn({ "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("strict-transport-security")).toMatch(/^max-age=\d{7,}/);
    expect(await audited()).toBe("203.0.113.9");
    const invented = await signIn({ "x-forwarded-for": "198.51.100.1, 203.0.113.10" });
    expect(invented.status).toBe(200);
    expect(await audited()).toBe("203.0.113.10");
    expect(invented.headers.get("strict-transport-security")).toBeNull();
  });

  it("A page's address is never what X-Forwarded-Host says, also behind a trusted proxy, which hands it on as it came", async () => {
    const { token } = (await signIn({})).body;
    const headers = {
      ...{ authorization: `Bearer ${token}`, "x-forwarded-for": "203.0.113.9" },
      ...{ "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    };
    const list = await fetch(`${server.url}/api/v1/roles/?page_size=1`, { headers });
    const { next } = (await list.json()) as { next: string };
    expect(new URL(next).host).toBe(new URL(server.url).host);
    expect(new URL(next).protocol).toBe("https:");
  });

  it("A proxy that nobody named is not believed", async () => {
    const plain = await startTestServer();
    try {
      const { owner } = await makeTenant(plain, { subdomain: "alpha" });
      expect(
        (await signIn({ "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" }, plain)).status,
      ).toBe(200);
      const entry = (await owner.get("/audit-logs/?page_size=1&action=login")).body.results[0];
      expect(entry.address).toBe("127.0.0.1");
    } finally {
      await plain.stop();
    }
  });
});

describe("a line", () => {
  /** What a socket hears until it is closed. */
  const heard = (socket: Socket) =>
    new Promise<string>((resolve) => {
      let text = "";
      socket.on("data", (bytes) => {
        text += bytes.toString();
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve(text));
    });

  it("A line on which a head or a body trickles in is ended", async () => {
    const { hostname, port } = new URL(server.url);
    const half = [
      "POST /api/v1/customers/ HTTP/1.1\r\nhost: x\r\nx-slow: ",
      `POST /api/v1/customers/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${t.owner.token}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`,
    ];
    const sockets = half.map((text) => {
      const socket = connectTcp(Number(port), hostname, () => socket.write(text));
      const drip = setInterval(() => socket.write(" "), 100);
      socket.once("close", () => clearInterval(drip));
      return heard(socket);
    });
    for (const text of await Promise.all(sockets)) expect(text).toMatch(/^HTTP\/1.1 408/);
  });

  it("A line may hold so many event streams a token, so many an address; a closed one makes room", async () => {
    const open = async (token: string | null) => {
      const controller = new AbortController();
      const response = await fetch(`${server.url}/trpc/sync.changes`, {
        headers: { ...auth(token), accept: "text/event-stream" },
        signal: controller.signal,
      });
      return { status: response.status, response, close: () => controller.abort() };
    };
    const mine = [await open(t.owner.token), await open(t.owner.token), await open(t.owner.token)];
    expect(mine.map(({ status }) => status)).toEqual([200, 200, 200]);
    const fourth = await open(t.owner.token);
    expect(fourth.status).toBe(429);
    expect(Number(fourth.response.headers.get("retry-after"))).toBeGreaterThan(0);
    const { token } = await server.signIn("alpha-owner", "alpha-secret", "alpha");
    const others = [await open(token), await open(token)];
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect((await open(token)).status).toBe(429);
    mine[0]?.close();
    await expect.poll(async () => (await open(token)).status).toBe(200);
    for (const { close } of [...mine, ...others]) close();
  });
});

describe("the demo's accounts", () => {
  it("The demo's accounts are closed where others than this machine reach the server, but for those whose password was changed", async () => {
    const users = async () =>
      Object.fromEntries(
        (
          await server.services.db.platform<{ username: string; is_active: boolean }[]>`
            select username, is_active from users where username in ('platform', 'admin', 'tech')`
        ).map(({ username, is_active }) => [username, is_active]),
      );
    const base = { full_name: "x", phone: "", designation: "x", role: t.roles.Counter };
    await t.owner.post("/staff/", { ...base, username: "admin", password: "admin-demo" });
    await t.owner.post("/staff/", { ...base, username: "tech", password: "changed-since" });
    const warned: object[] = [];
    const log = { ...server.services.log, warn: (fields: object) => warned.push(fields) };
    await closeDemoAccounts({ ...server.services, log });
    expect(await users(), "in a database without the demo").toEqual({
      platform: true,
      admin: true,
      tech: true,
    });
    await makeTenant(server, { subdomain: "demo" });
    await closeDemoAccounts({ ...server.services, log });
    expect(await users()).toEqual({ platform: false, admin: false, tech: true });
    expect(warned).toHaveLength(2);
  });
});

describe.skipIf(!canMakeCertificates)("with a certificate", () => {
  it("The server speaks https itself, says so to browsers, and takes a new certificate without a restart", async () => {
    const tls = makeCertificate(folder);
    const secure = await startServer({
      host: "127.0.0.1",
      port: 0,
      database_url: server.database_url,
      data_dir: server.services.installation.data_dir,
      superuser: SUPERUSER,
      secret_key: SECRET_KEY,
      demo: false,
      limits: LIMITS,
      http: readHttpConfig({ LASTMILE_TLS_CERT: tls.cert, LASTMILE_TLS_KEY: tls.key }),
    });
    try {
      expect(secure.url).toMatch(/^https:/);
      const hsts = await new Promise((resolve, reject) => {
        get(`${secure.url}/healthz`, { rejectUnauthorized: false }, (response) => {
          response.resume();
          resolve(response.headers["strict-transport-security"]);
        }).on("error", reject);
      });
      expect(hsts).toMatch(/^max-age=\d{7,}/);
      const shown = () =>
        new Promise<string>((resolve, reject) => {
          const socket = connectTls(
            { port: Number(new URL(secure.url).port), host: "127.0.0.1", rejectUnauthorized: false },
            () => {
              resolve(String(socket.getPeerCertificate().subject.CN));
              socket.destroy();
            },
          ).on("error", reject);
        });
      expect(await shown()).toBe("localhost");
      for (const ciphers of ["AES256-SHA", "ECDHE-ECDSA-AES256-SHA", "AES128-GCM-SHA256"])
        await expect(agreedBy(secure.url, ciphers), ciphers).rejects.toThrow();
      makeCertificate(folder, "renewed.isp.example");
      process.emit("SIGHUP");
      expect(await shown()).toBe("renewed.isp.example");
      await expect(agreedBy(secure.url, "ECDHE-ECDSA-AES256-SHA")).rejects.toThrow();
      expect(await agreedBy(secure.url, "ECDHE-ECDSA-AES128-GCM-SHA256")).toBe(
        "ECDHE-ECDSA-AES128-GCM-SHA256",
      );
    } finally {
      await secure.stop();
    }
  });
});
