// Customers made and changed at an offline desktop: commands with ids of the desktop's own.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import type { CommandOutcome } from "../../shared/kernel/sync/wire.ts";
import { longKnown, openDesktop } from "../helpers/desktop.ts";
import { type Fixture, openFixture, person } from "./helpers/fixture.ts";

let fixture: Fixture;
let push: (kind: string, payload: Record<string, unknown>, occurred_at?: Date) => Promise<CommandOutcome>;
beforeAll(async () => {
  fixture = await openFixture();
  const { server, home } = fixture;
  const open = async () => longKnown(server, await openDesktop(server.url, home.owner.token));
  const desktop = await open();
  push = async (kind, payload, occurred_at) => {
    if (!occurred_at) return (await desktop.push(desktop.command(kind, payload)))[0];
    const other = await open();
    return (await other.push(other.command(kind, payload, { occurred_at: occurred_at.toISOString() })))[0];
  };
});
afterAll(() => fixture.server.stop());

it("The server keeps the desktop's id through create, change, suspension and grace", async () => {
  const { home, packageId, routerId, waiting } = fixture;
  const id = newId();
  const made = await push(
    "customer.create",
    person({ id, package: packageId, router: routerId, password: "x-secret" }),
  );
  expect(made).toMatchObject({
    status: "APPLIED",
    result: { id, customer_code: expect.stringMatching(/^C\d+$/) },
  });
  expect(await push("customer.update", { id, phone: "0199" })).toMatchObject({
    status: "APPLIED",
    result: { phone: "0199" },
  });
  expect(await push("customer.toggle_status", { id, reason: "abuse" })).toMatchObject({
    result: { status: "SUSPENDED" },
  });
  expect(await push("customer.grant_grace_period", { id, days: 2 })).toMatchObject({
    result: { status: "ACTIVE" },
  });
  expect(await waiting(id)).toEqual(["UPSERT_USER", "ENABLE_USER"]);
  expect((await home.owner.get(`/customers/${id}/`)).body).toMatchObject({ phone: "0199", status: "ACTIVE" });
});

it("The server counts grace from the day on which it was given", async () => {
  const made = await push("customer.create", person());
  const { id } = made.result as { id: string };
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000);
  const granted = await push("customer.grant_grace_period", { id, days: 5 }, threeDaysAgo);
  const day = (instant: number) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Dhaka" }).format(instant);
  const until = (granted.result as { grace_period_until: string }).grace_period_until;
  expect([day(Date.now() + 2 * 86_400_000), day(Date.now() + 2 * 86_400_000 - 60_000)]).toContain(until);
});

it("The server answers a refused command with the problem", async () => {
  const body = person();
  await push("customer.create", body);
  const again = await push("customer.create", { ...body, id: newId() });
  expect(again).toMatchObject({
    status: "REJECTED",
    problem: { code: "DUPLICATE", errors: [{ field: "username" }] },
  });
  expect(await push("customer.toggle_status", { id: newId() })).toMatchObject({
    problem: { code: "NOT_FOUND" },
  });
});

it("A new line that a desktop named no router for gets the only one there is; an integrator's has none", async () => {
  const { home, routerId } = fixture;
  const routerOf = async (made: CommandOutcome) =>
    (await home.owner.get(`/customers/${(made.result as { id: string }).id}/`)).body.router;
  expect(await routerOf(await push("customer.create", person()))).toBe(routerId);
  expect(await routerOf(await push("customer.create", person({ router: null })))).toBeNull();
  expect(await routerOf(await push("customer.create", person({ connection_type: "HOTSPOT" })))).toBeNull();
  expect((await home.owner.post("/customers/", person())).body.router).toBeNull();
});
