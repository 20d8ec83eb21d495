// The convention that test servers hold every statement to: it must find what it is there for.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tenantCheck, tenantFaults } from "../../helpers/database/tenant-sql.ts";

const known = {
  tables: new Set(["customers", "packages", "invoices", "deletions"]),
  replicated: new Set(["customers", "packages", "invoices"]),
};
const faults = (text: string) => tenantFaults(text, known);

it.each([
  "select 1",
  "select id from customers where tenant_id = $1",
  `select t."id" from "customers" t left join "packages" "d0" on "d0"."tenant_id" = t.tenant_id and "d0"."id" = t."package" where t.tenant_id = $1`,
  "select id from users where id = $1",
  "insert into customers (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set name = excluded.name",
  "update customers c set status = 'X' from (select $1::uuid as id) v where c.tenant_id = $2 and c.id = v.id",
  "select 1 from customers where tenant_id = $1 and id in (select customer from invoices where tenant_id = $1)",
  "with gone as (delete from customers t where t.tenant_id = $1 returning t.id), told as (insert into deletions (tenant_id, collection, id) select $1, 'customers', id from gone) select id from gone",
  "update customers set seen_at = now(), name = coalesce(name, $2) where tenant_id = $1",
  "select 1 from customers c where c.tenant_id = $1 and exists (select from invoices i where i.tenant_id = $1) for update",
  "select extract(epoch from created_at), a is distinct from b from invoices where tenant_id = $1 for update",
  "select /* every tenant */ distinct tenant_id from invoices where due_date < $1",
])("A statement that names its tenant passes: %s", (text) => {
  expect(faults(text)).toEqual([]);
});

it.each([
  ["select id from customers where id = $1", "reads customers without"],
  ["select c.id from customers c join packages p on p.id = c.package where c.tenant_id = $1", "packages (p)"],
  ["select c.id from customers c, packages p where c.tenant_id = $1 and p.id = c.package", "packages (p)"],
  ["select tenant_id, id from customers where id = $1", "reads customers without"],
  ["update customers set name = 'x' where id = $1", "reads customers without"],
  ["insert into customers (id) values ($1)", "writes customers without"],
  [
    "insert into customers (tenant_id, id) values ($1, $2) on conflict (id) do nothing",
    "names a key of customers",
  ],
  [
    "select 1 from customers where tenant_id = $1 and id in (select customer from invoices)",
    "reads invoices",
  ],
  ["delete from invoices where tenant_id = $1", "tells no replica"],
  [
    "update customers set seen_at = coalesce(seen_at, now()) where tenant_id = $1",
    "changes customers and asks for the time",
  ],
  [
    "update customers set seen_at = case when a = 1 then now() end where tenant_id = $1",
    "changes customers and asks for the time",
  ],
  [
    "insert into customers (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set seen_at = now()",
    "asks for the time",
  ],
  [
    "select 1 from customers c where c.tenant_id = $1 and exists (select from invoices i where i.tenant_id = c.tenant_id) for no key update",
    "locks rows and reads invoices",
  ],
  [
    "update customers set status = $2 where tenant_id = $1 and id in (select id from customers where tenant_id = $1 limit 9 for update)",
    "may lock more rows",
  ],
  ["select 1 from customers where tenant_id = $1 union all select 1 from packages", "reads packages"],
  ["select /* every tenant */ c.id from customers c join invoices i on i.customer = c.id", "invoices (i)"],
  [
    "with recursive a as (select id from invoices where tenant_id = $1 union select i.id from a join invoices i on i.id = a.id) select 1 from a",
    "invoices (i)",
  ],
])("A statement that forgets its tenant is found: %s", (text, fault) => {
  expect(faults(text).join()).toContain(fault);
});

it("A statement that forgets its tenant fails before it is sent, each time", () => {
  const check = tenantCheck(known);
  for (let time = 0; time < 2; time += 1)
    expect(() => check("select id from customers")).toThrow("reads customers without its tenant");
  expect(() => check("select id from customers where tenant_id = $1")).not.toThrow();
});

it("No statement of the server passes as a test's own", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => readFileSync(`server/${name}`, "utf8").includes("a test's own"))).toEqual([]);
});
