// A company keeps an owner, also when two of them take each other away at the same moment.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { waitingForLocks } from "../helpers/database/cluster.ts";
import { type Answer, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("Two owners who take each other away at the same moment wait for each other, and one of them stays", async () => {
  const { owner, roles, staff } = await makeTenant(server);
  const second = await staff("second", "Owner");
  const { body } = await owner.get("/staff/");
  const first = body.results.find(({ id }: { id: string }) => id !== second.staff_id);
  const sql = openPool(server.database_url, null, 1);
  const begun: Promise<Answer>[] = [];
  await sql.begin(async (tx) => {
    await tx`select 1 from roles where id = ${roles.Owner ?? ""} for update`;
    begun.push(owner.patch(`/staff/${second.staff_id}/`, { is_active: false }));
    begun.push(second.patch(`/staff/${first.id}/`, { is_active: false }));
    await expect.poll(() => waitingForLocks(server.database_url), { interval: 5 }).toBe(2);
  });
  const statuses = (await Promise.all(begun)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const left = await sql`select 1 from staff_memberships where role = ${roles.Owner ?? ""} and is_active`;
  expect(left).toHaveLength(1);
  await sql.end();
});
