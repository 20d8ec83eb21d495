// What a dialog says that its operation will change: by the rule, as the input stands, before it is sent.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EXPECTATIONS } from "../../../renderer/expectations.ts";
import { knowExpectations } from "../../../renderer/kernel/expected/rules.ts";
import { fieldOf, titleOf } from "../../../renderer/kernel/resource/fields.ts";
import type { Reading } from "../../../renderer/kernel/resource/kinds/kind.ts";
import { columnsOf, FieldCell } from "../../../renderer/kernel/resource/list/columns-of.tsx";
import { planned } from "../../../renderer/kernel/resource/operation/planned.ts";
import { assignTask, cancelTask, completeTask, replyToTicket } from "../../../shared/helpdesk/index.ts";
import { leave } from "../../../shared/hr/index.ts";
import { staff } from "../../../shared/identity/index.ts";
import { heldStock, moveStoreItem, partUse } from "../../../shared/store/index.ts";
import { grantGracePeriod, toggleStatus } from "../../../shared/subscribers/index.ts";
import { aCustomer, NOW } from "../helpers.ts";

knowExpectations(EXPECTATIONS);

const context = {
  now: NOW,
  timezone: "Asia/Dhaka",
  today: "2026-11-20",
  digits: 2,
  command: "0190d4b1-0000-7000-8000-00000000000a",
};
const someone = "0190d4b1-0000-7000-8000-000000000001";
const task = {
  ...{ id: "k1", status: "PENDING", assigned_to: null, completed_at: null, cancel_reason: null },
  ...{ resumed_at: null, paused_at: null, worked_seconds: 0 },
  ...{ rx_after_dbm: null, signed_by: null, left_unfixed: null },
};

test("What will change is told, without what the form itself shows", () => {
  expect(planned(assignTask, task, { assigned_to: someone }, context)).toEqual({
    changes: { status: "ASSIGNED" },
    problem: null,
  });
  expect(planned(cancelTask, task, { reason: "Not wanted" }, context).changes).toEqual({
    status: "CANCELLED",
  });
  expect(planned(completeTask, task, { completion_notes: "40 m" }, context).changes).toEqual({
    status: "COMPLETED",
    completed_at: NOW,
  });
});

test("Suspending a customer is told with its reason, and without the terms that stay", () => {
  const customer = { ...aCustomer({ promise_date: "2026-11-22" }) };
  expect(planned(toggleStatus, customer, { reason: "Moved away" }, context).changes).toEqual({
    status: "SUSPENDED",
    suspended_for: "STAFF",
  });
});

test("What is left of the stock is told even where it is the number that was typed", () => {
  const item = { id: "i1", name: "Cable", quantity: 10, reorder_level: 6, needs_reorder: false };
  expect(planned(moveStoreItem, item, { movement_type: "OUT", quantity: "5" }, context).changes).toEqual({
    quantity: 5,
    needs_reorder: true,
  });
});

test("Nothing is told while the input is not whole, where no rule tells, and where all stays as it is", () => {
  const nothing = { changes: {}, problem: null };
  expect(planned(assignTask, task, {}, context)).toEqual(nothing);
  // Neither days nor a date: the declaration takes that, the plan does not.
  expect(planned(grantGracePeriod, { ...aCustomer() }, {}, context)).toEqual(nothing);
  const ticket = { id: "t1", status: "OPEN", resolved_at: null };
  expect(planned(replyToTicket, ticket, { message: "We come" }, context)).toEqual(nothing);
});

test("What the server would refuse is a problem before it is sent", () => {
  const done = { ...task, status: "COMPLETED" };
  expect(planned(cancelTask, done, { reason: "Not wanted" }, context)).toMatchObject({
    changes: {},
    problem: { code: "ILLEGAL_TRANSITION" },
  });
});

// Of a reference to what no desktop holds neither format nor words are asked.
const reading = { words: { field: (name: string) => name }, nameOf: () => null } as unknown as Reading;

test("A reference to what no desktop holds is shown, sorted and exported by the name that came with it", () => {
  const record = { id: "l1", employee: someone, employee_name: "Karim Uddin" };
  const field = fieldOf(leave, "employee");
  const shown = (of: typeof record | { id: string; employee: string }) =>
    renderToStaticMarkup(createElement(FieldCell, { field, record: of, reading }));
  expect(shown(record)).toBe("Karim Uddin");
  expect(shown({ id: "l1", employee: someone })).toContain("…000001");
  const [column] = columnsOf({ resource: leave, names: ["employee"], hidden: [], cells: {}, reading });
  expect(column?.text?.(record)).toBe("Karim Uddin");
  expect(column?.value(record)).toBe("Karim Uddin");
});

test("A member of the staff is called by their full name, and by the username where they have none", () => {
  expect(titleOf(staff, { id: "s1", username: "babul", full_name: "Babul Akter" })).toBe("Babul Akter");
  expect(titleOf(staff, { id: "s1", username: "babul", full_name: "" })).toBe("babul");
});

test("A record whose title is a reference is called as what stands behind it, never by an id", () => {
  const cable = { id: "01a20359-03e8-756b-885a-fd730d160ba1", store_item: "i1", held_stock: "h1" };
  const known: Readonly<Record<string, string>> = { "store_item i1": "Drop cable" };
  const nameOf = (resource: string, id: string) => known[`${resource} ${id}`] ?? null;
  expect(titleOf(heldStock, cable, nameOf)).toBe("Drop cable");
  expect(titleOf(partUse, cable, nameOf)).toBe("Drop cable");
  expect(titleOf(partUse, cable)).toBe("…160ba1");
});
