// What of a resource a reader is shown: no field whose content could only be the end of an id, no screen that would be false.
import { expect, test } from "vitest";
import { fieldOf, isReadable } from "../../../renderer/kernel/resource/fields.ts";
import type { Reading } from "../../../renderer/kernel/resource/kinds/kind.ts";
import { columnsOf } from "../../../renderer/kernel/resource/list/columns-of.tsx";
import { permitted } from "../../../renderer/kernel/screen/screens.ts";
import { oltScreens } from "../../../renderer/network/olt/screens.tsx";
import { transaction } from "../../../shared/billing/index.ts";
import { DEFAULT_ROLES } from "../../../shared/identity/default-roles.ts";
import { onu, router } from "../../../shared/network/index.ts";
import "../../../shared/resources.ts";

const readBy = (sees: Reading["sees"]) => ({ words: { field: String }, sees }) as unknown as Reading;

test("A list has no column of names that its reader may not know, and has it for whoever may", () => {
  const columns = (reading: Reading) =>
    columnsOf({ resource: onu, names: ["serial_number", "olt"], hidden: [], cells: {}, reading });
  expect(columns(readBy(() => false)).map(({ id }) => id)).toEqual(["serial_number"]);
  expect(columns(readBy(() => true)).map(({ id }) => id)).toEqual(["serial_number", "olt"]);
});

test("Fibre is offered to nobody who may not see the OLTs: it would tell them that there are none", () => {
  const offered = DEFAULT_ROLES.filter(({ permissions }) =>
    permitted(oltScreens, (code) => permissions.includes(code)).some(({ path }) => path === "fibre"),
  ).map(({ name }) => name);
  expect(offered).toContain("Technician");
  expect(offered).not.toContain("Counter");
  expect(offered).not.toContain("Reseller");
});

test("A record's page has no field that only a machine reads: data without a shape, or a reference without a name", () => {
  const shown = (field: ReturnType<typeof fieldOf>, value: unknown) => isReadable(field, value, () => true);
  expect(shown(fieldOf(transaction, "receipt"), { till: "D2", clerk: "counter" })).toBe(false);
  expect(shown(fieldOf(router, "health"), [{ name: "x" }])).toBe(false);
  expect(shown(fieldOf(router, "rights"), ["read", "write"])).toBe(true);
  expect(shown(fieldOf(transaction, "device"), "01a2193b-ca4e-72fd-ba80-7eb62478cf3c")).toBe(false);
  expect(shown(fieldOf(transaction, "customer"), "01a2193b-ca4e-72fd-ba80-7eb62478cf3c")).toBe(true);
  expect(shown(fieldOf(transaction, "trx_id"), "")).toBe(false);
});
