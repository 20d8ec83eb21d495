// The one list of resources and operations, against what the server serves and what declarations say of each other.
import { expect, test } from "vitest";
import { AREAS } from "../../server/areas.ts";
import type { Grant } from "../../shared/identity/default-roles.ts";
import { operation, type PayloadOf } from "../../shared/kernel/operation.ts";
import type {
  CollectionName,
  CommandKind,
  OfflineOperation,
  PermissionCode,
} from "../../shared/kernel/registry.ts";
import { allPermissions } from "../../shared/kernel/registry.ts";
import { fieldsOf, resource } from "../../shared/kernel/resource.ts";
import { OPERATIONS, RESOURCES } from "../../shared/resources.ts";
import {
  type customerVerbs,
  type grantGracePeriod,
  servicePackage,
  type toggleStatus,
} from "../../shared/subscribers/index.ts";

/** Ids that point to no resource: accounts of people, and what a type beside them names. */
const NO_RESOURCE = ["user", "journal", "source", "object", "command"];

test("The list holds exactly the operations that the server serves, and the server serves each as it is declared", () => {
  const served = AREAS.flatMap(({ operations, routes }) => [
    ...operations.map(({ operation }) => operation),
    ...OPERATIONS.filter(({ method, path }) =>
      routes.some((route) => route.method === method && route.path === path),
    ),
  ]);
  const named = (names: readonly { name: string }[]) => names.map(({ name }) => name).sort();
  expect(named(served)).toEqual(named(OPERATIONS));
  expect(served.filter((one) => !(OPERATIONS as readonly unknown[]).includes(one))).toEqual([]);
});

test("The list holds exactly the resources that the server serves", () => {
  const served = AREAS.flatMap(({ resources }) => resources.map(({ resource }) => resource.name));
  expect(served.sort()).toEqual(RESOURCES.map(({ name }) => name).sort());
});

test("No two resources share a name, a path, a table or a collection, and no two operations a name or an address", () => {
  const twice = (all: readonly string[]) => all.filter((one, at) => all.indexOf(one) !== at);
  for (const key of ["name", "path", "table", "collection"] as const)
    expect(twice(RESOURCES.map((resource) => resource[key]))).toEqual([]);
  expect(twice(OPERATIONS.map(({ name }) => name))).toEqual([]);
  expect(twice(OPERATIONS.map(({ method, path }) => `${method} ${path}`))).toEqual([]);
});

test("Every reference points to a resource that is declared", () => {
  const known: readonly string[] = [...RESOURCES.map(({ name }) => name), ...NO_RESOURCE];
  const lost = RESOURCES.flatMap((resource) =>
    fieldsOf(resource).flatMap(([name, { references }]) =>
      references && !known.includes(references) ? [`${resource.name}.${name}: ${references}`] : [],
    ),
  );
  expect(lost).toEqual([]);
});

test("What a resource or an operation changes are collections, and its indexes name fields", () => {
  const collections: readonly string[] = RESOURCES.map(({ collection }) => collection);
  const unknown = [...RESOURCES, ...OPERATIONS].flatMap(({ name, changes }) =>
    changes.filter((collection) => !collections.includes(collection)).map((one) => `${name}: ${one}`),
  );
  expect(unknown).toEqual([]);
  const columns = (one: (typeof RESOURCES)[number]) => [
    ...Object.keys(one.fields),
    "created_at",
    "updated_at",
  ];
  const lost = RESOURCES.flatMap((one) =>
    [...one.indexes.flat(), ...one.search]
      .filter((field) => !columns(one).includes(field))
      .map((field) => `${one.name}.${field}`),
  );
  expect(lost).toEqual([]);
});

test("The replica's indexes are of texts: a desktop that finds anything else in one can't be filled", () => {
  const texts = ["text", "choice", "date", "month", "instant", "reference"];
  const others = RESOURCES.flatMap((one) =>
    fieldsOf(one)
      .filter(([field, { kind }]) => one.indexes.flat().includes(field) && !texts.includes(kind))
      .map(([field, { kind }]) => `${one.name}.${field}: ${kind}`),
  );
  expect(others).toEqual([]);
});

test("Every right that an operation asks for beside its own is a permission", () => {
  const codes = allPermissions().map(({ code }) => code);
  const asked = OPERATIONS.flatMap(({ further_permissions }) => further_permissions);
  expect(asked.filter((code) => !codes.includes(code))).toEqual([]);
});

test("A plain resource's operations, codes and collection follow from its declaration", () => {
  expect(OPERATIONS.find(({ name }) => name === "package.update")).toMatchObject({
    on: servicePackage,
    verb: "update",
    method: "PATCH",
    path: "/packages/{id}/",
    permission: "subscribers.package.update",
    area: "subscribers",
    status: 200,
    offline: false,
    failures: ["NOT_FOUND", "DUPLICATE", "STALE_VERSION"],
    changes: ["packages", "network_sync_jobs", "services", "customers"],
  });
});

// What does not compile: a misspelt name in any of these would be found by tsc, and so is one that comes to be taken.
test("Misspelt names of kinds, members of payloads, codes, collections and grants do not compile", () => {
  const send = <O extends OfflineOperation>(_kind: O["name"], _payload: PayloadOf<O>) => {};
  send<typeof toggleStatus>("customer.toggle_status", { id: "1", reason: null });
  // @ts-expect-error: there is no such member
  send<typeof toggleStatus>("customer.toggle_status", { id: "1", resaon: null });
  // @ts-expect-error: the record's id is missing
  send<typeof grantGracePeriod>("customer.grant_grace_period", { days: 3 });
  // @ts-expect-error: a required field is missing
  send<(typeof customerVerbs)["create"]>("customer.create", { name: "A", username: "a" });
  // @ts-expect-error: the server owns it
  send<(typeof customerVerbs)["update"]>("customer.update", { id: "1", due_amount: "0" });
  // @ts-expect-error: no desktop may send it
  send<(typeof customerVerbs)["delete"]>("customer.delete", { id: "1" });
  // @ts-expect-error: there is no such command
  const kind: CommandKind = "customer.toggled_status";
  // @ts-expect-error: the resource is called customer
  const code: PermissionCode = "subscribers.customers.view";
  // @ts-expect-error: desktops do not hold it
  const collection: CollectionName = "devices";
  // @ts-expect-error: it stands for nothing
  const pattern: Grant = "network.routers.*";
  // @ts-expect-error: there is no such right
  const grant: Grant = "billing.recharge.revers";
  const coming: Grant = "operations.shift.*";
  expect([kind, code, collection, pattern, grant, coming]).toHaveLength(6);
});

test("A misspelt member of a declaration does not compile", () => {
  const declared = {
    path: "x",
    area: "billing",
    module: "billing",
    summary: "x",
    verbs: [],
    fields: {},
  } as const;
  // @ts-expect-error: it is called replica
  const one = resource({ ...declared, name: "x", repilca: true });
  // @ts-expect-error: it is called offline
  const two = operation({ on: one, name: "y", summary: "y", input: {} as never, ofline: true });
  expect(two.name).toBe("x.y");
});
