// What of a resource a reader is shown: no field whose content could only be the end of an id, no screen that would be false.
import { isValidElement } from "react";
import { expect, test } from "vitest";
import { fieldOf, isReadable } from "../../../renderer/kernel/resource/fields.ts";
import type { Reading } from "../../../renderer/kernel/resource/kinds/kind.ts";
import { columnsOf } from "../../../renderer/kernel/resource/list/columns-of.tsx";
import type { AnyOptions } from "../../../renderer/kernel/resource/resource-options.ts";
import { closedPaths, permitted } from "../../../renderer/kernel/screen/screens.ts";
import { actionsWidth, CHOOSER, neededWidth } from "../../../renderer/kernel/table/widths.ts";
import { oltScreens } from "../../../renderer/network/olt/screens.tsx";
import { CONSOLE_SCREENS } from "../../../renderer/saas/screens.tsx";
import { SCREENS } from "../../../renderer/screens.tsx";
import { resellerLedger, transaction } from "../../../shared/billing/index.ts";
import { DEFAULT_ROLES } from "../../../shared/identity/default-roles.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { onu, router } from "../../../shared/network/index.ts";
import { heldStock } from "../../../shared/store/index.ts";
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

test("What is sold is below zero beside the balance that it lowers, in the list and in the file", () => {
  const columns = { resource: resellerLedger, names: ["amount"], hidden: [], cells: {} };
  const [amount] = columnsOf({ ...columns, reading: readBy(() => true) });
  const said = (entry_type: string, text: string) => amount?.text?.({ id: "e", entry_type, amount: text });
  expect(said("CHARGE", "400.00")).toBe("-400.00");
  expect(said("CHARGE", "0.00")).toBe("0.00");
  expect(said("TOPUP", "5000.00")).toBe("5000.00");
  expect(said("REFUND", "400.00")).toBe("400.00");
  expect(said("ADJUSTMENT", "-20.00")).toBe("-20.00");
});

test("A list of texts stands in a file as it stands on the screen, and an empty one as nothing", () => {
  const columns = { resource: heldStock, names: ["serial_numbers"], hidden: [], cells: {} };
  const [serials] = columnsOf({ ...columns, reading: readBy(() => true) });
  expect(serials?.text?.({ id: "h", serial_numbers: ["SN1", "SN2"] })).toBe("SN1, SN2");
  expect(serials?.text?.({ id: "h", serial_numbers: [] })).toBe("");
});

test("The address of a screen that somebody may not open is not taken for that of a record", () => {
  const element = null;
  const all = [
    { path: "customers", element },
    { path: "customers/import", element, permission: "subscribers.customer.import" as const },
    { path: "customers/:id", element },
    { path: "cash", element, permission: "finance.cash_transfer.view" as const },
  ];
  expect(
    closedPaths(
      permitted(all, () => false),
      all,
    ),
  ).toEqual(["customers/import", "cash"]);
  expect(
    closedPaths(
      permitted(all, () => true),
      all,
    ),
  ).toEqual([]);
});

/** What the frame of a list has at 1280 pixels: beside the navigation and the page's edges, and without its own scroll bar. */
const ROOM = 1010;

const isList = (props: unknown): props is { resource: Resource; options: AnyOptions } =>
  typeof props === "object" && props !== null && "resource" in props && "options" in props;

test("At 1280 pixels each list that is made from a declaration shows its columns whole, the last one too", () => {
  const lists = [...SCREENS, ...CONSOLE_SCREENS].flatMap(({ element, path }) => {
    const props: unknown = isValidElement(element) ? element.props : null;
    return isList(props) && !path.endsWith("/:id") ? [{ path, ...props }] : [];
  });
  const needs = ({ resource, options }: { resource: Resource; options: AnyOptions }) => {
    const { columns: names, hidden, cells, widths, actions } = options;
    const columns = columnsOf({ resource, names, hidden, cells, widths, reading: readBy(() => true) });
    const buttons = actionsWidth(actions.filter(({ in_row }) => in_row).length);
    const shown = columns.filter((column) => !column.hidden);
    return shown.reduce((sum, column) => sum + neededWidth(column), CHOOSER + buttons);
  };
  expect(lists.length).toBeGreaterThan(40);
  const cut = lists.filter((list) => needs(list) > ROOM).map((list) => `${list.path}: ${needs(list)}`);
  expect(cut).toEqual([]);
});
