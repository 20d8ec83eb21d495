// Records as they will be once the outbox is handed in: the frame that every command's expectation goes through.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXPECTATIONS } from "../../renderer/expectations.ts";
import { changed, created, deleted, draftOf } from "../../renderer/kernel/expected/drafts.ts";
import { type Effect, effectsOn, expectedRows, layOver } from "../../renderer/kernel/expected/effects.ts";
import { expectedEffects, knowExpectations } from "../../renderer/kernel/expected/rules.ts";
import { expectedRecord } from "../../renderer/kernel/expected/use-expected.ts";
import type { Query, QueuedCommand } from "../../renderer/kernel/replica/index.ts";
import { Memory } from "../../renderer/kernel/replica/memory/memory.ts";
import { metaOf } from "../../shared/kernel/field.ts";
import { recordSchema } from "../../shared/kernel/resource.ts";
import { OPERATIONS } from "../../shared/resources.ts";
import {
  type Customer,
  customer,
  customerVerbs,
  type ServicePackage,
  servicePackage,
  toggleStatus,
} from "../../shared/subscribers/index.ts";
import { aCommand, aCustomer, NOW } from "./helpers.ts";

/** Money's plans read a customer's account. */
const WITHOUT = [
  "adjustment.reverse",
  // Its dialog works out what it shows, by the rule that the server settles by.
  "customer.change_package",
  "customer.recalculate_balance",
  "invoice.apply_advance",
  "payment_event.match",
  "recharge.reverse",
  "review_item.resolve",
  // The picture itself is the sign: it stands on the page from its own store.
  "task.add_photo",
  "transaction.reverse",
];

const moment = { now: NOW, timezone: "Asia/Dhaka" };
const { collection } = servicePackage;

type Step =
  | { readonly do: "create" | "delete"; readonly id: string }
  | { readonly do: "change"; readonly id: string; readonly name: string };

const ids = ["a", "b", "c", "d"] as const;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("create", "delete"), id: fc.constantFrom(...ids) }),
  fc.record({ do: fc.constant("change"), id: fc.constantFrom(...ids), name: fc.constantFrom("x", "y", "z") }),
);

function effectOf(one: Step): Effect {
  if (one.do === "change") return changed(servicePackage, one.id, { name: one.name });
  return one.do === "delete"
    ? deleted(servicePackage, one.id)
    : created(servicePackage, { id: one.id, name: `new ${one.id}` }, moment);
}

const commandOf = (one: Step, device_seq: number, status: QueuedCommand["status"]): QueuedCommand =>
  aCommand({ id: `k${device_seq}`, device_seq, status, expected: { effects: [effectOf(one)] } });

/** What the steps leave, said the plain way. */
function after(
  here: ReadonlyMap<string, ServicePackage>,
  steps: readonly Step[],
): Map<string, ServicePackage> {
  const left = new Map(here);
  for (const one of steps) {
    const record = left.get(one.id);
    if (one.do === "delete") left.delete(one.id);
    else if (one.do === "change") {
      if (record) left.set(one.id, { ...record, name: one.name });
    } else if (!record)
      left.set(one.id, draftOf(servicePackage, { id: one.id, name: `new ${one.id}` }, moment));
  }
  return left;
}

const recordsOf = (names: readonly string[]) =>
  names.map((id) => draftOf(servicePackage, { id, name: `old ${id}` }, moment));

const byName = {
  matches: ({ name }: ServicePackage) => name !== "x",
  compare: (a: ServicePackage, b: ServicePackage) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1,
};

describe("expected rows", () => {
  test("Rows with waiting commands laid over are what the commands leave one after the other, chosen and ordered by the query", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...ids)),
        fc.array(fc.tuple(step, fc.constantFrom("PENDING", "SENDING", "APPLIED", "REJECTED", "SUSPENSE"))),
        fc.option(fc.nat(3), { nil: undefined }),
        (names, wanted, limit) => {
          const here = recordsOf(names);
          const commands = wanted.map(([one, status], n) => commandOf(one, n + 1, status));
          const counted = wanted.filter(([, status]) => status !== "REJECTED" && status !== "SUSPENSE");
          const left = after(
            new Map(here.map((one) => [one.id, one])),
            counted.map(([one]) => one),
          );
          const whole = [...left.values()].filter(byName.matches).sort(byName.compare);
          const rows = here.filter(byName.matches).sort(byName.compare);
          const effects = effectsOn(commands, collection);
          const found = expectedRows(rows, here, effects, { ...byName, limit });
          expect(found).toEqual(limit === undefined ? whole : whole.slice(0, limit));
        },
      ),
    );
  });

  test("A command whose records have arrived changes nothing any more, and one of another collection never did", () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const here = recordsOf(["a", "b"]).sort(byName.compare);
        const settled = steps.map((one, n) => ({
          ...commandOf(one, n + 1, "APPLIED"),
          confirmed_at: NOW,
        }));
        expect(expectedRows(here, here, effectsOn(settled, collection), byName)).toBe(here);
        const waiting = steps.map((one, n) => commandOf(one, n + 1, "PENDING"));
        expect(expectedRows(here, here, effectsOn(waiting, customer.collection), byName)).toBe(here);
      }),
    );
  });

  test("A created record that has arrived is shown once, with the server's values and not with those that were typed", () => {
    const effects = [effectOf({ do: "create", id: "a" })];
    const [arrived] = recordsOf(["a"]);
    expect(expectedRows([arrived!], [arrived!], effects, byName)).toEqual([arrived]);
    expect(expectedRows([], [], effects, byName)).toMatchObject([{ id: "a", name: "new a", version: 0 }]);
  });

  test.each([true, false])(
    "The replica chooses and orders what only the outbox has as it does its own rows (large collection: %s)",
    async (large) => {
      const name = large ? customer.collection : collection;
      const memory = new Memory();
      const record = (id: string, status: string) => ({ id, status, _deleted: false });
      const all = [record("a", "ACTIVE"), record("b", "EXPIRED"), record("c", "ACTIVE")];
      await memory.write(name, all);
      const query: Query = {
        selector: { status: "ACTIVE" },
        sort: [{ status: "asc" }, { id: "desc" }],
      };
      const found = await memory.find(name, query);
      const { matches, compare } = memory.arrangement(name, query);
      const bare = all.map(({ _deleted, ...one }) => one);
      expect(bare.filter(matches).sort(compare)).toEqual(found);
    },
  );
});

describe("one expected record", () => {
  const open = (one: Step, status: QueuedCommand["status"] = "PENDING") => commandOf(one, 1, status);

  test("A refused create is still shown as it was wished, with its command, until it is put right", () => {
    const refused = open({ do: "create", id: "a" }, "REJECTED");
    const expected = expectedRecord<ServicePackage>(null, "a", [refused], collection);
    expect(expected).toMatchObject({ record: { name: "new a" }, refused, pending: false });
    const corrected = { ...commandOf({ do: "create", id: "a" }, 2, "PENDING"), id: "k2" };
    const again = expectedRecord<ServicePackage>(null, "a", [refused, corrected], collection);
    expect(again).toMatchObject({ record: { name: "new a" }, refused: null, pending: true });
  });

  test("A refused edit is expected no more, and a record that is to be deleted is gone at once", () => {
    const [seen] = recordsOf(["a"]);
    const edit = open({ do: "change", id: "a", name: "x" }, "REJECTED");
    expect(expectedRecord(seen!, "a", [edit], collection)?.record).toEqual(seen);
    expect(expectedRecord(seen!, "a", [open({ do: "delete", id: "a" })], collection)).toBeNull();
    expect(expectedRecord(null, "a", [], collection)).toBeNull();
  });

  test("An effect on a part of a record leaves the rest of it", () => {
    const part = { id: "a", name: "old", status: "ACTIVE" };
    expect(layOver(part, [changed(servicePackage, "a", { name: "z" })])).toEqual({ ...part, name: "z" });
  });
});

test.each([customer, servicePackage])(
  "A draft of $name has every field that a record shows, with what it declares for what nobody filled in",
  (resource) => {
    const draft: Record<string, unknown> = { ...draftOf(resource, { id: "a", name: "New" }, moment) };
    const shown = Object.entries(resource.fields).filter(([, field]) => !metaOf(field).secret);
    for (const [name, field] of shown) {
      const { initial, nullable } = metaOf(field);
      if (name !== "name" && initial !== undefined) expect(draft[name], name).toEqual(initial);
      else if (nullable) expect(draft[name], name).toBeNull();
      else expect(draft[name], name).toSatisfy((value) => value !== null && value !== undefined);
    }
    const known = Object.keys(recordSchema(resource).shape).filter((name) => !(name in resource.display));
    expect(Object.keys(draft).sort()).toEqual(known.sort());
  },
);

describe("what a sent operation leaves", () => {
  const context = { command: "c0", ...moment, today: "2026-11-20", digits: 2 };
  const replicaWith = (record: Customer | null, open: readonly QueuedCommand[] = []) => ({
    get: async () => (record ? { ...record } : null),
    open$: { getSnapshot: () => open },
  });

  test("The plain verbs follow from the declaration, and what is secret is never shown", async () => {
    const body = { id: "a", name: "New", password: "secret" };
    const made = await expectedEffects(replicaWith(null), customerVerbs.create, body, context);
    expect(made).toMatchObject([{ change: "created", collection: "customers", values: { name: "New" } }]);
    expect(made[0]?.values).not.toHaveProperty("password");
    const payload = { id: "a", phone: "017", password: "secret", reason: "asked", base: {} };
    const edit = await expectedEffects(replicaWith(null), customerVerbs.update, payload, context);
    expect(edit).toEqual([{ collection: "customers", id: "a", change: "changed", values: { phone: "017" } }]);
    const gone = await expectedEffects(replicaWith(null), customerVerbs.delete, { id: "a" }, context);
    expect(gone).toMatchObject([{ change: "deleted", id: "a" }]);
  });

  test("An operation's rule is run on the record as open commands will leave it", async () => {
    knowExpectations(EXPECTATIONS);
    const active = aCustomer({ id: "a" });
    const toggled = (reason: string, open: readonly QueuedCommand[]) =>
      expectedEffects(replicaWith(active, open), toggleStatus, { id: "a", reason }, context);
    const suspending = await toggled("away", []);
    expect(suspending[0]?.values).toMatchObject({ status: "SUSPENDED" });
    const resuming = await toggled("back", [aCommand({ expected: { effects: suspending } })]);
    expect(resuming[0]?.values).toMatchObject({ status: "ACTIVE" });
    expect(await expectedEffects(replicaWith(null), toggleStatus, { id: "a" }, context)).toEqual([]);
  });

  test("Every operation on one record that works offline has its rule, but for those that are named here with their reason", () => {
    const ruled = new Set<string>(EXPECTATIONS.map(({ operation }) => operation));
    const without = OPERATIONS.filter(
      ({ offline, verb, on_record, name }) => offline && verb === null && on_record && !ruled.has(name),
    );
    expect(without.map(({ name }) => name).sort()).toEqual(WITHOUT);
  });
});
