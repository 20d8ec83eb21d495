// What a schedule does for many tenants or devices.
import { expect, it } from "vitest";
import { forEachTenant, sumOverTenants } from "../../../server/kernel/jobs/for-each-tenant.ts";
import { Failure } from "../../../shared/kernel/failure.ts";

const failing = (bad: number, error: Error) => {
  const seen: number[] = [];
  const work = async (item: number) => {
    seen.push(item);
    if (item === bad) throw error;
    return item;
  };
  return { seen, work };
};

it("One that fails keeps none of the others waiting, and is named when all have had their turn", async () => {
  const broken = new Error("its settings can't be read");
  for (const at_once of [1, 3]) {
    const { seen, work } = failing(2, broken);
    const error = await forEachTenant("tenants", [1, 2, 3, 4], work, at_once).catch(
      (thrown: unknown) => thrown,
    );
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(error).toBeInstanceOf(AggregateError);
    expect(error).toMatchObject({
      errors: [broken],
      message: "1 tenants failed, the first by: Error: its settings can't be read",
    });
  }
});

it("Where the database is out of reach nobody else is tried", async () => {
  const { seen, work } = failing(2, new Failure("UNAVAILABLE"));
  await expect(forEachTenant("tenants", [1, 2, 3, 4], work)).rejects.toThrow("1 tenants failed");
  expect(seen).toEqual([1, 2]);
});

it("The answers of all are added up", async () => {
  expect(await sumOverTenants("tenants", [1, 2, 3], async (item) => item, 2)).toBe(6);
  expect(await forEachTenant("tenants", [], async () => 1)).toEqual([]);
});
