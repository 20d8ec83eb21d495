// What of a resource a reader is shown: no field whose content could only be the end of an id, no screen that would be false.
import { expect, test } from "vitest";
import type { Reading } from "../../../renderer/kernel/resource/kinds/kind.ts";
import { columnsOf } from "../../../renderer/kernel/resource/list/columns-of.tsx";
import { permitted } from "../../../renderer/kernel/screen/screens.ts";
import { oltScreens } from "../../../renderer/network/olt/screens.tsx";
import { DEFAULT_ROLES } from "../../../shared/identity/default-roles.ts";
import { onu } from "../../../shared/network/index.ts";
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
