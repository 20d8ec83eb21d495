// Contract §1: the OpenAPI document, health, and how often one may ask.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "../../helpers/config.ts";
import { client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant } from "../../helpers/tenant.ts";
import { LISTS, person } from "../helpers/bodies.ts";
import { type Body, expectProblem, expectStatus } from "../helpers/money.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("OpenAPI", () => {
  it("OpenAPI is 3.1, browsable, and describes every route with body, answer and errors", async () => {
    const document = await expectStatus(200, server.anonymous.get("/openapi.json"));
    expect(document.openapi).toMatch(/^3\.1\./);
    const docs = await fetch(`${server.url}/docs`);
    expect(docs.status).toBe(200);
    expect(docs.headers.get("content-type")).toContain("text/html");
    expect(await (await fetch(`${server.url}/docs/json`)).json()).toEqual(document);
    for (const path of LISTS) expect(document.paths[`/api/v1/${path}/`]?.get, path).toBeDefined();
    for (const [path, method] of [
      ["/auth/login/", "post"],
      ["/auth/logout/", "post"],
      ["/auth/me/", "get"],
      ["/auth/change-password/", "post"],
      ["/saas/auth/login/", "post"],
      ["/tenants/", "post"],
      ["/tenants/{id}/", "patch"],
      ["/saas/tenants/", "get"],
      ["/settings/", "patch"],
      ["/customers/{id}/toggle_status/", "post"],
      ["/customers/{id}/financial-summary/", "get"],
      ["/customers/{id}/recalculate-balance/", "post"],
      ["/customers/{id}/grant-grace-period/", "post"],
      ["/customers/import/", "post"],
      ["/customers/export/", "get"],
      ["/customer/query/", "post"],
      ["/invoices/generate-batch/", "post"],
      ["/invoices/{id}/apply-advance/", "post"],
      ["/recharges/{id}/reverse/", "post"],
      ["/payments/events/{id}/match/", "post"],
      ["/routers/{id}/sync/", "post"],
      ["/background-tasks/{id}/", "get"],
    ] as const)
      expect(document.paths[`/api/v1${path}`]?.[method], `${method} ${path}`).toBeDefined();
  });

  it("Every operation in it answers something and names its errors, and its references resolve", async () => {
    const document = (await server.anonymous.get("/openapi.json")).body;
    for (const [path, methods] of Object.entries<Record<string, Body>>(document.paths)) {
      for (const [method, described] of Object.entries(methods)) {
        const { responses, requestBody } = described;
        const statuses = Object.keys(responses);
        expect(
          statuses.some((status) => status.startsWith("2")),
          `${method} ${path}`,
        ).toBe(true);
        expect(
          statuses.some((status) => status.startsWith("4")),
          `${method} ${path}`,
        ).toBe(true);
        if (method === "patch") expect(requestBody, `${method} ${path}`).toBeDefined();
      }
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (found) => found[1] ?? "",
    );
    for (const reference of new Set(references)) {
      const target = reference.split("/").reduce((at, name) => at?.[name], document);
      expect(target, reference).toBeDefined();
    }
  });
});

describe("health", () => {
  it("Health is alive, ready and counted", async () => {
    for (const path of ["/healthz", "/readyz"]) expect((await fetch(server.url + path)).status).toBe(200);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    const metrics = await fetch(server.metrics_url);
    expect(metrics.status).toBe(200);
    expect(metrics.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await metrics.text()).toMatch(/^# HELP /m);
  });
});

describe("rate limits", () => {
  let limited: TestServer;
  const expectLimited = async (answer: ReturnType<typeof server.anonymous.get>) => {
    const { headers } = await answer;
    await expectProblem(429, answer, "RATE_LIMITED");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
  };

  beforeAll(async () => {
    limited = await startTestServer({
      limits: { ...LIMITS, logins_per_minute: 10, lookups_per_minute: 30, requests_per_minute: 60 },
    });
  });
  afterAll(() => limited.stop());

  it("A public look-up is answered 30 times a minute, then 429 with Retry-After", async () => {
    const { owner } = await makeTenant(limited, { subdomain: "public" });
    const { username } = await expectStatus(201, owner.post("/customers/", person()));
    const look = () => limited.anonymous.post("/customer/query/", { username, tenant: "public" });
    for (let n = 0; n < 30; n += 1) await expectStatus(200, look());
    await expectLimited(look());
  });

  it("Ten sign-ins a minute are let through for an address and a username, and others unhindered", async () => {
    const { tenant } = await makeTenant(limited, { subdomain: "logins" });
    const body = { username: "logins-owner", password: "logins-secret", tenant: tenant.subdomain };
    // makeTenant signed in once already.
    for (let n = 0; n < 9; n += 1) await expectStatus(200, limited.anonymous.post("/auth/login/", body));
    await expectLimited(limited.anonymous.post("/auth/login/", body));
    await expectLimited(limited.anonymous.post("/auth/login/", { ...body, username: "LOGINS-owner " }));
    await makeTenant(limited, { subdomain: "unhindered" });
  });

  it("Everything else is answered as often as configured, for each token", async () => {
    const { owner, tenant } = await makeTenant(limited, { subdomain: "often" });
    const answers = await Promise.all(Array.from({ length: 70 }, () => owner.get("/auth/me/")));
    const counts = new Map<number, number>();
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect(counts.get(429)).toBeGreaterThanOrEqual(10);
    expect(counts.get(200)).toBeGreaterThan(50);
    await expectLimited(owner.get("/auth/me/"));
    const fresh = await limited.signIn("often-owner", "often-secret", tenant.subdomain);
    await expectStatus(200, client(limited.url, fresh.token).get("/auth/me/"));
  });
});
