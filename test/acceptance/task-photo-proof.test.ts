// A template that asks for a picture is content with one that was told of, also while the picture itself is still on the phone.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDesktop } from "../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { expectStatus } from "./helpers/money.ts";

let server: TestServer;
let home: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  home = await makeTenant(server);
});
afterAll(() => server.stop());

it("An installation that was photographed offline is done when its picture is still on its way", async () => {
  const babul = await home.staff("babul", "Technician");
  const { results } = await expectStatus(200, babul.get("/task-templates/?search=Installation"));
  const work = { title: "New line", description: "Second floor", task_type: "INSTALLATION" };
  const given = { assigned_to: babul.staff_id, template: results[0].id };
  const { id } = await expectStatus(201, home.owner.post("/tasks/", { ...work, ...given }));
  const phone = await openDesktop(server.url, babul.token);
  const picture = { content_type: "image/jpeg", bytes: 10, sha256: "0".repeat(64), width: 4, height: 3 };
  const end = { id, completion_notes: "Laid", rx_after_dbm: -19.5, signed_by: "Rahim" };
  const outcomes = await phone.push(
    phone.command("task.start", { id }),
    phone.command("task.add_photo", { id, kind: "PHOTO", ...picture }),
    phone.command("task.complete", end),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED", "APPLIED"]);
  const reviewed = await expectStatus(200, home.owner.get("/review-items/"));
  expect(reviewed.results).toEqual([]);
  expect(await expectStatus(200, home.owner.get(`/tasks/${id}/`))).toMatchObject({ status: "COMPLETED" });
});
