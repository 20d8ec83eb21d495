// What people of the staff have with them of the store's things, and where they used it.
import { z } from "zod";
import { decimal, instant, json, nullable, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { amount, serials } from "./store-item.ts";

const never = { writable: "never" } as const;

/** Movements of the store that name a person move it, and so does what that person uses. */
export const heldStock = resource({
  name: "held_stock",
  path: "held-stock",
  area: "store",
  module: "operations",
  summary: "What a member of the staff has with them of an item",
  many: "stock that the staff has with them",
  fields: {
    store_item: reference("store_item", never),
    staff: reference("staff", never),
    quantity: decimal({ ...never, ...amount }),
    serial_numbers: json(serials, { ...never, initial: [] }),
  },
  verbs: ["list", "read"],
  parent: { via: "store_item" },
  order: ["staff"],
  display: {
    store_item_name: { via: "store_item", column: "name" },
    staff_name: { via: "staff", column: "full_name" },
  },
  replica: true,
});

export type HeldStock = RecordOf<typeof heldStock>;

export const partUse = resource({
  name: "part_use",
  path: "part-uses",
  area: "store",
  module: "operations",
  summary: "What somebody used of their own stock, and where",
  many: "parts that were used",
  fields: {
    held_stock: reference("held_stock", never),
    store_item: reference("store_item", never),
    staff: reference("staff", never),
    quantity: decimal({ ...never, ...amount }),
    serial_numbers: json(serials, { ...never, initial: [] }),
    task: nullable(reference("task", never)),
    customer: nullable(reference("customer", { ...never, outlived: true })),
    /** Offline before it arrived. */
    used_at: instant(never),
    used_by: text(never),
    note: text({ ...never, max: 500 }),
    /** Used offline beyond what the books had with this person. */
    shortage: decimal({ ...never, ...amount }),
    /** Serial number of the ONU that stood at the customer's before this one. */
    replaced_serial: nullable(text(never)),
    /** Since when it is in the person's stock again. */
    taken_back_at: nullable(instant(never)),
  },
  verbs: ["list", "read"],
  parent: { via: "held_stock" },
  large: { filters: ["held_stock", "task", "customer"] },
  title: "store_item",
  order: ["-used_at"],
  display: {
    store_item_name: { via: "store_item", column: "name" },
    staff_name: { via: "staff", column: "full_name" },
  },
  replica: { indexes: [["held_stock"], ["task"], ["customer"]] },
});

export type PartUse = RecordOf<typeof partUse>;

/** Where it is used: a work order, whose customer it is for, or a customer. */
export const usePart = operation({
  on: heldStock,
  name: "use",
  summary: "Use something of one's own stock for a work order or a customer",
  allows: "Use what they have with them for work orders and customers",
  input: z.strictObject({
    quantity: decimal({ ...amount, required: true }),
    serial_numbers: json(serials).optional(),
    task: nullable(reference("task")).optional(),
    customer: nullable(reference("customer")).optional(),
    note: text({ max: 500 }).nullish(),
  }),
  adds: partUse,
  failures: ["INSUFFICIENT_STOCK", "PERMISSION_DENIED"],
  changes: ["review_items", "customers", "onus"],
  offline: true,
});

export const takeBackPart = operation({
  on: heldStock,
  name: "take_back",
  summary:
    "Take something back that was not used after all, while the work is not done. A repeat changes nothing",
  permission: "operations.held_stock.use",
  input: z.strictObject({
    use: reference("part_use", { required: true }),
    /** What the person who takes it back saw of it, for screens without a line; what counts is the record. */
    seen: z.strictObject({ quantity: decimal(amount), serial_numbers: json(serials) }).optional(),
  }),
  failures: ["ILLEGAL_TRANSITION", "PERMISSION_DENIED"],
  changes: ["part_uses", "review_items", "customers", "onus"],
  offline: true,
});
