// What a device may still see and say once a role, a membership or the device itself has ended.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireDesktop } from "../../helpers/desktop.ts";
import {
  all,
  anotherProvider,
  type Body,
  expectStatus,
  figures,
  newCustomer,
  type Provider,
  startProvider,
} from "../helpers/money.ts";
import { listen, mutate, openContractDesktop, query } from "../helpers/wire.ts";

let isp: Provider;
let desktop: WireDesktop;
let url: string;
beforeAll(async () => {
  isp = await startProvider();
  url = isp.server.url;
  desktop = await openContractDesktop(url, isp.owner.token);
});
afterAll(() => isp.server.stop());

const recharge = (customer_id: string) => ({ customer_id, amount: "300.00", validity_days: 30 });
const reviewsOf = async (command: string) =>
  (await all(isp.owner, "/review-items/")).filter((item) => item.command === command);

describe("what a device may still see", () => {
  it("A device's sight shrinks with the role: the stream ends, the collections are fewer, the pull is refused", async () => {
    const accountant = await isp.staff("accountant-sync", "Accountant");
    const device = await openContractDesktop(url, accountant.token, "Office");
    const names = async () => {
      const { data } = await query(url, accountant.token, "sync.collections");
      return data.map((collection: Body) => collection.name);
    };
    expect(await names()).toContain("ledger_entries");
    const stream = await listen(url, accountant.token);
    await expectStatus(
      200,
      isp.owner.patch(`/staff/${accountant.staff_id}/`, { role: isp.roles.Technician }),
    );
    await expect.poll(() => stream.isOpen()).toBe(false);
    expect(await names()).not.toContain("ledger_entries");
    const input = { collection: "ledger_entries", checkpoint: null, limit: 10 };
    const refused = await query(url, accountant.token, "sync.pull", input);
    expect([403, 404]).toContain(refused.status);
    // Money that was taken before the clerk heard of it is kept.
    const customer = await newCustomer(isp.owner);
    const [result] = await device.push(device.command("recharge.create", recharge(customer.id)));
    expect(result).toMatchObject({ status: "APPLIED" });
  });

  it("A device's sight ends with the membership", async () => {
    const counter = await isp.staff("counter-leaves", "Counter");
    await openContractDesktop(url, counter.token, "Till");
    await expectStatus(200, isp.owner.patch(`/staff/${counter.staff_id}/`, { is_active: false }));
    const answer = await query(url, counter.token, "sync.collections");
    expect([401, 403]).toContain(answer.status);
  });

  it("A device's sight ends with a revocation, after which the outbox is still taken in", async () => {
    const counter = await isp.staff("counter-revoked", "Counter");
    const device = await openContractDesktop(url, counter.token, "Lost laptop");
    const stream = await listen(url, counter.token);
    const customer = await newCustomer(isp.owner);
    const taken = device.command("recharge.create", recharge(customer.id));
    const revoked = await expectStatus(200, isp.owner.post(`/devices/${device.id}/revoke/`));
    expect(revoked).toMatchObject({ id: device.id, is_revoked: true });
    await expect.poll(() => stream.isOpen()).toBe(false);
    const input = { collection: "customers", checkpoint: null, limit: 10 };
    for (const answer of [
      await query(url, counter.token, "sync.collections"),
      await query(url, counter.token, "sync.pull", input),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.error.data.problem.code).toBe("DEVICE_REVOKED");
    }
    // What it took before is booked as meant, and looked at; what it says of the minutes after is kept apart.
    const after = device.command("recharge.create", recharge(customer.id));
    expect(await device.push(taken, after)).toMatchObject([
      { status: "APPLIED", result: { customer: customer.id } },
      { status: "APPLIED", result: { suspense: true }, problem: { code: "DEVICE_REVOKED" } },
    ]);
    expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "300.00" });
    for (const { id } of [taken, after])
      expect((await reviewsOf(id)).map(({ kind }) => kind)).toContain("LATE_HAND_IN");
    const again = await mutate(url, counter.token, "sync.register", {
      name: "Lost laptop",
      device_id: device.id,
      device_secret: device.secret,
    });
    expect(again.status).toBe(403);
    // Others go on.
    expect((await query(url, isp.owner.token, "sync.collections")).status).toBe(200);
  });

  it("A device's sight is another tenant's own", async () => {
    const other = await anotherProvider(isp.server);
    const answer = await mutate(url, other.owner.token, "sync.push", {
      device_id: desktop.id,
      commands: [desktop.command("customer.create", { name: "X", username: "x", phone: "1" })],
    });
    expect(answer.status).toBe(404);
  });
});
