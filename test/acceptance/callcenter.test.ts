// Contract §3, Call centre: logs, settings and templates, seen from outside.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { longKnown, openDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { type Body, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let home: TestTenant;
let owner: Client;
let rahima: Body;
beforeAll(async () => {
  server = await startTestServer();
  home = await makeTenant(server, { subdomain: "calls", settings: { company_name: "Padma Online" } });
  owner = home.owner;
  const person = { name: "Rahima", username: "rahima", phone: "01711000001", expiry_date: "2026-12-31" };
  rahima = await expectStatus(201, owner.post("/customers/", person));
  const lines = [{ description: "Cable", unit_price: "750.00" }];
  await expectStatus(201, owner.post("/invoices/", { customer: rahima.id, lines }));
});
afterAll(() => server.stop());

it("A logged call has the customer's number and its maker as agent unless others are given", async () => {
  const call = { customer: rahima.id, call_type: "INBOUND", duration_seconds: 95, disposition: "RESOLVED" };
  const counter = await home.staff("calls-counter", "Counter");
  const logged = await expectStatus(201, counter.post("/call-logs/", call));
  expect(logged).toMatchObject({ ...call, phone_number: "01711000001", agent: counter.staff_id });
  expect(logged).toMatchObject({ customer_name: "Rahima", started_at: expect.any(String), notes: null });
  const other = await expectStatus(
    201,
    owner.post("/call-logs/", { phone_number: "01999", call_type: "OUTBOUND" }),
  );
  expect(other).toMatchObject({ customer: null, phone_number: "01999", disposition: null });
  await expectProblem(400, owner.post("/call-logs/", { call_type: "INBOUND" }), "VALIDATION");
  await expectProblem(400, owner.post("/call-logs/", { ...call, disposition: "LOST" }), "VALIDATION");
});

it("A call that was logged offline is taken once, with the time at which it was made", async () => {
  const desktop = await longKnown(server, await openDesktop(server.url, owner.token));
  const occurred_at = new Date(Date.now() - 3_600_000).toISOString();
  const payload = { id: newId(), customer: rahima.id, disposition: "CALLBACK" };
  const command = desktop.command("call_log.create", payload, { occurred_at });
  expect(await desktop.push([command])).toMatchObject([{ status: "APPLIED" }]);
  expect(await desktop.push([command])).toMatchObject([{ status: "DUPLICATE" }]);
  const logged = await expectStatus(200, owner.get(`/call-logs/${payload.id}/`));
  expect(logged).toMatchObject({ disposition: "CALLBACK", phone_number: "01711000001" });
  expect(Date.parse(logged.started_at)).toBe(Date.parse(occurred_at));
  expect((await desktop.pullAll("call_logs")).get(payload.id)).toMatchObject({ disposition: "CALLBACK" });
});

it("A voice setting takes credentials and never answers them, and one is active in a tenant at most", async () => {
  const setting = { provider_name: "One", api_endpoint: "https://voice.example/calls" };
  const first = await expectStatus(
    201,
    owner.post("/voice-settings/", { ...setting, credentials: "s3cret-one" }),
  );
  expect(first).toMatchObject({ is_active: true, calls_per_minute: 60 });
  expect(
    JSON.stringify([first, await owner.get("/voice-settings/"), await owner.get("/audit-logs/")]),
  ).not.toContain("s3cret-one");
  const second = await expectStatus(
    201,
    owner.post("/voice-settings/", { ...setting, provider_name: "Two" }),
  );
  expect(second.is_active).toBe(false);
  await expectProblem(409, owner.post("/voice-settings/", { ...setting, is_active: true }), "DUPLICATE");
  await expectProblem(409, owner.patch(`/voice-settings/${second.id}/`, { is_active: true }), "DUPLICATE");
  await expectStatus(200, owner.patch(`/voice-settings/${first.id}/`, { is_active: false }));
  const both = [first, second].map(({ id }) => owner.patch(`/voice-settings/${id}/`, { is_active: true }));
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
  const elsewhere = { api_endpoint: "https://other.example/calls" };
  await expectProblem(400, owner.patch(`/voice-settings/${first.id}/`, elsewhere), "PASSWORD_REQUIRED");
  await expectStatus(
    200,
    owner.patch(`/voice-settings/${first.id}/`, { ...elsewhere, credentials: "s3cret-two" }),
  );
});

it("A gateway's address is one of the web, holds no password and is no reserved one", async () => {
  const at = (api_endpoint: string) => owner.post("/voice-settings/", { provider_name: "Bad", api_endpoint });
  for (const address of ["ftp://voice.example/", "voice.example", "https://me:pw@voice.example/"])
    await expectProblem(400, at(address), "VALIDATION");
  for (const address of ["http://169.254.169.254/", "http://[fe80::1]/"])
    await expectProblem(400, at(address), "ADDRESS_NOT_ALLOWED");
});

it("A voice template takes the known placeholders alone, and its preview has them filled in", async () => {
  const script = "{name}, {due_amount} is due until {expiry_date}. {company_name}";
  const template = { name: "Bill", script_text: script, template_type: "BILL_DUE" };
  const made = await expectStatus(201, owner.post("/voice-templates/", template));
  const preview = (customer: unknown) => owner.post(`/voice-templates/${made.id}/preview/`, { customer });
  const { text } = await expectStatus(200, preview(rahima.id));
  expect(text).toBe("Rahima, 750.00 is due until 2026-12-31. Padma Online");
  await expectProblem(400, preview(newId()), "VALIDATION");
  for (const script_text of ["Dear {nmae}", "Dear {name", "Dear name}", "{}"]) {
    await expectProblem(400, owner.post("/voice-templates/", { ...template, script_text }), "VALIDATION");
    await expectProblem(400, owner.patch(`/voice-templates/${made.id}/`, { script_text }), "VALIDATION");
  }
});
