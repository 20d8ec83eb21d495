// A company's own domains: one company's from the claim on, verified by a real DNS question (contract §2).
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { normalDomain } from "../../server/identity/domain/normal-domain.ts";
import { publicOrigin } from "../../server/identity/index.ts";
import { person } from "../acceptance/helpers/bodies.ts";
import { startTestDns } from "../helpers/dns-server.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let dns: Awaited<ReturnType<typeof startTestDns>>;
let server: TestServer;
let padma: TestTenant;
let meghna: TestTenant;
beforeAll(async () => {
  dns = await startTestDns();
  server = await startTestServer({ dns_server: dns.address });
  padma = await makeTenant(server, { subdomain: "padma" });
  meghna = await makeTenant(server, { subdomain: "meghna" });
});
afterAll(async () => {
  await server.stop();
  await dns.close();
});

const claim = async (owner: Client, domain: string, more: object = {}) => {
  const { status, body } = await owner.post("/tenant-domains/", { domain, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const verify = (owner: Client, { id }: { id: string }) => owner.post(`/tenant-domains/${id}/verify/`, {});
/** What the zone's owner writes into it. */
const publish = ({ verification: { name, value } }: { verification: { name: string; value: string } }) =>
  dns.records.set(name, [...(dns.records.get(name) ?? []), "v=spf1 -all", value]);

/** A request as a browser sends it to that host; fetch lets nobody name another one. */
function ask(host: string, path: string, body: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/api/v1${path}`, {
      method: "POST",
      headers: { host, "content-type": "application/json" },
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      let text = "";
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.end(JSON.stringify(body));
  });
}
const lookUp = (host: string, username: string) => ask(host, "/customer/query/", { username });

it("A domain leads to its company once the TXT record is there, at public look-up and at sign-in, and not before", async () => {
  const customer = person();
  expect((await padma.owner.post("/customers/", customer)).status).toBe(201);
  const domain = await claim(padma.owner, "https://Portal.Padma.Example:8443/");
  expect(domain).toMatchObject({
    domain: "portal.padma.example",
    is_verified: false,
    verification: {
      type: "TXT",
      name: "_lastmile.portal.padma.example",
      value: expect.stringMatching(/\w{40}$/),
    },
  });
  const early = await verify(padma.owner, domain);
  expect([early.status, early.body.code]).toEqual([422, "DOMAIN_NOT_VERIFIED"]);
  expect((await lookUp("portal.padma.example", customer.username)).status).toBe(400);
  publish(domain);
  const done = await verify(padma.owner, domain);
  expect([done.status, done.body]).toMatchObject([
    200,
    { is_verified: true, verified_at: expect.any(String) },
  ]);
  const found = await lookUp("Portal.Padma.Example:443", customer.username);
  expect([found.status, JSON.parse(found.text).results]).toMatchObject([
    200,
    [{ username: customer.username }],
  ]);
  const owner = { username: "padma-owner", password: "padma-secret" };
  expect((await ask("portal.padma.example", "/auth/login/", owner)).text).toContain('"subdomain":"padma"');
  const stranger = { username: "meghna-owner", password: "meghna-secret" };
  expect((await ask("portal.padma.example", "/auth/login/", stranger)).status).toBe(401);
  await padma.owner.patch(`/tenant-domains/${domain.id}/`, { is_active: false });
  expect((await lookUp("portal.padma.example", customer.username)).status).toBe(400);
  await padma.owner.patch(`/tenant-domains/${domain.id}/`, { is_active: true });
  expect((await padma.owner.delete(`/tenant-domains/${domain.id}/`)).status).toBe(204);
  expect((await lookUp("portal.padma.example", customer.username)).status).toBe(400);
});

/** As if a claim had been made that long ago. */
const age = (id: string, hours: number) =>
  server.services.db
    .platform`update /* a test's own */ tenant_domains set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`;

const taken = { status: 409, body: { code: "DUPLICATE", errors: [{ field: "domain", code: "NOT_UNIQUE" }] } };

it("A domain is one company's from its claim on; a claim that nobody verified lapses after two days", async () => {
  const first = await claim(padma.owner, "net.example");
  const again = (owner: Client) => owner.post("/tenant-domains/", { domain: "NET.example." });
  expect(await again(padma.owner)).toMatchObject(taken);
  await age(first.id, 47);
  expect(await again(meghna.owner)).toMatchObject(taken);
  await age(first.id, 49);
  const second = await claim(meghna.owner, "net.example");
  expect((await padma.owner.get(`/tenant-domains/${first.id}/`)).status).toBe(404);
  expect(await again(padma.owner)).toMatchObject(taken);
  publish(second);
  expect((await verify(meghna.owner, second)).status).toBe(200);
  await age(second.id, 4_900);
  expect(await again(padma.owner)).toMatchObject(taken);
});

it("A verified domain goes to another company once the operator, or its owner, has deleted it", async () => {
  const old = await claim(padma.owner, "sold.example");
  publish(old);
  expect((await verify(padma.owner, old)).status).toBe(200);
  const operator = await server.superuser();
  const gone = await operator.delete(`/tenant-domains/${old.id}/`, { "x-tenant": "padma" });
  expect(gone.status).toBe(204);
  const bought = await claim(meghna.owner, "sold.example");
  publish(bought);
  expect((await verify(meghna.owner, bought)).status).toBe(200);
  expect((await meghna.owner.delete(`/tenant-domains/${bought.id}/`)).status).toBe(204);
  await claim(padma.owner, "sold.example");
});

it("Two who claim one domain at the same moment: one has it, and the other hears that", async () => {
  const owners = [padma.owner, meghna.owner];
  for (const domain of ["both.example", "lapsed.example"]) {
    if (domain === "lapsed.example") {
      const third = await makeTenant(server);
      await age((await claim(third.owner, domain)).id, 49);
    }
    const answers = await Promise.all(owners.map((owner) => owner.post("/tenant-domains/", { domain })));
    expect(answers.map(({ status }) => status).sort(), domain).toEqual([201, 409]);
    const kept = await server.services.db.platform`
      select /* a test's own */ from tenant_domains where domain = ${domain}`;
    expect(kept).toHaveLength(1);
  }
});

it("A resolver that is silent or broken is 503, and the domain stays as it was", async () => {
  const domain = await claim(padma.owner, "late.example");
  publish(domain);
  for (const mood of ["fails", "silent"] as const) {
    dns.mood = mood;
    const answer = await verify(padma.owner, domain);
    expect([answer.status, answer.body.code], mood).toEqual([503, "UNAVAILABLE"]);
  }
  dns.mood = "answers";
  expect((await padma.owner.get(`/tenant-domains/${domain.id}/`)).body.is_verified).toBe(false);
  expect((await verify(padma.owner, domain)).status).toBe(200);
  expect(dns.questions).toContain("_lastmile.late.example");
});

it("A company is called by one of its domains: the newest that was made the main one", async () => {
  const one = await claim(meghna.owner, "one.example", { is_primary: true });
  const two = await claim(meghna.owner, "two.example", { is_primary: true });
  await meghna.owner.patch(`/tenant-domains/${one.id}/`, { is_primary: true });
  const main = (await meghna.owner.get("/tenant-domains/?is_primary=true")).body.results;
  expect(main.map(({ id }: { id: string }) => id)).toEqual([one.id]);
  expect((await meghna.owner.get(`/tenant-domains/${two.id}/`)).body.is_primary).toBe(false);
});

it("A domain is kept in one form, and what nobody can own is refused", async () => {
  expect(normalDomain(" HTTP://WWW.Isp.Example:80/path ")).toBe("www.isp.example");
  expect(normalDomain("পদ্মা.example")).toMatch(/^xn--\w+\.example$/);
  for (const wrong of [
    ...["", "localhost", "a.localhost", "printer.local", "isp", "127.0.0.1", "0x7f.1", "[::1]", "com.bd"],
    ...[
      "-a.example",
      "a_b.example",
      "a..example",
      "user@isp.example",
      "isp.example?x",
      `${"x".repeat(64)}.example`,
    ],
  ])
    expect(normalDomain(wrong), wrong).toBeNull();
  const refused = await padma.owner.post("/tenant-domains/", { domain: "localhost" });
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, "domain"]);
});

it("A company's links begin with its primary domain once that is verified, else as the installation or the request says", async () => {
  const company = await makeTenant(server);
  const begin = (public_url: string | null = null) =>
    publicOrigin(server.services.db.platform, company.tenant.id, public_url, "http://127.0.0.1:4000");
  expect([await begin(), await begin("https://isp.example")]).toEqual([
    "http://127.0.0.1:4000",
    "https://isp.example",
  ]);
  const domain = await claim(company.owner, "links.example", { is_primary: true });
  expect(await begin("https://isp.example")).toBe("https://isp.example");
  publish(domain);
  expect((await verify(company.owner, domain)).status).toBe(200);
  const beside = await claim(company.owner, "beside.links.example");
  publish(beside);
  expect((await verify(company.owner, beside)).status).toBe(200);
  expect(await begin("https://isp.example")).toBe("https://links.example");
});
