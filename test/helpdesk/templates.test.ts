// The templates of work orders that a company begins with: in its language, until somebody makes them their own.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("A company that writes Bengali has its first templates in Bengali, but for the one that it had changed", async () => {
  const { owner } = await makeTenant(server);
  const named = async () =>
    (await expectStatus(200, owner.get("/task-templates/?ordering=task_type"))).results.map(
      ({ name, checklist }: Body) => [name, checklist.length],
    );
  expect(await named()).toEqual([
    ["Inspection", 3],
    ["Installation", 6],
    ["Repair", 4],
  ]);
  const [inspection] = (await expectStatus(200, owner.get("/task-templates/?task_type=INSPECTION"))).results;
  await expectStatus(200, owner.patch(`/task-templates/${inspection.id}/`, { checklist: ["Look"] }));
  await expectStatus(200, owner.patch("/settings/", { language: "bn" }));
  expect(await named()).toEqual([
    ["Inspection", 1],
    ["নতুন সংযোগ", 6],
    ["মেরামত", 4],
  ]);
  await expectStatus(200, owner.patch("/settings/", { language: "en" }));
  expect(await named()).toEqual([
    ["Inspection", 1],
    ["Installation", 6],
    ["Repair", 4],
  ]);
});

it("The hours that customers are told are the company's own, each with an end after its beginning", async () => {
  const { owner } = await makeTenant(server);
  const set = (visit_windows: string) => owner.patch("/settings/", { visit_windows });
  expect((await expectStatus(200, owner.get("/settings/"))).visit_windows).toMatch(/^09:00-11:00,/);
  expect((await expectStatus(200, set("08:00-12:00,12:00-18:30"))).visit_windows).toBe(
    "08:00-12:00,12:00-18:30",
  );
  expect((await expectStatus(200, set(""))).visit_windows).toBe("");
  for (const wrong of ["8-12", "12:00-08:00", "08:00-08:00", "08:00-12:00,08:00-12:00", "25:00-26:00"])
    await expectProblem(400, set(wrong), "VALIDATION");
});
