// What the store keeps: things and lengths of cable, and how their stock moves.
import { z } from "zod";
import { choice, decimal, flag, instant, json, money, nullable, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { recordSchema, resource } from "../kernel/resource.ts";
import { MOVEMENT_TYPES } from "./stock.rules.ts";

const never = { writable: "never" } as const;
/** Three decimals: a metre of cable is cut to the millimetre at most. */
export const amount = { digits: 3 } as const;
export const serials = z.array(z.string().trim().min(1).max(60)).max(500);

export const storeItem = resource({
  name: "store_item",
  path: "store-items",
  area: "store",
  module: "operations",
  summary: "A thing that the store keeps",
  fields: {
    name: text({ required: true }),
    sku: nullable(text({ max: 60, normal: "code", is_key: true })),
    category: nullable(text({ max: 100 })),
    /** What it is counted in. */
    unit: text({ max: 20, initial: "pcs" }),
    /** Moved by movements alone. */
    quantity: decimal({ ...never, ...amount, initial: 0 }),
    unit_cost: money({ initial: "0" }),
    sale_price: money({ initial: "0" }),
    /** At this stock, or less, it is to be ordered again; 0: never. */
    reorder_level: decimal({ ...amount, initial: 0 }),
    /** Kept by the database: the stock is at its reorder level or below. */
    needs_reorder: flag(never),
    location: nullable(text()),
    /** Each piece has a serial number, which its movements may name. */
    serial_tracked: flag({ initial: false }),
    /** Its serial number becomes the customer's where a piece is used. */
    is_onu: flag({ initial: false }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name", "sku", "category"],
  order: ["name"],
  replica: true,
});

export const storeMovement = resource({
  name: "store_movement",
  path: "store-movements",
  area: "store",
  module: "operations",
  summary: "What came into the store, left it or was counted there",
  many: "movements of stock",
  fields: {
    store_item: reference("store_item", never),
    /** Offline before it arrived. */
    moved_at: instant(never),
    movement_type: choice(MOVEMENT_TYPES, never),
    /** By how much the stock changed, with its sign. */
    quantity_change: decimal({ ...never, ...amount, signed: true }),
    quantity_after: decimal({ ...never, ...amount }),
    moved_by: text(never),
    note: text({ ...never, max: 500 }),
    task: nullable(reference("task", never)),
    customer: nullable(reference("customer", { ...never, outlived: true })),
    /** As it was said: what came, left, or was counted. */
    quantity: decimal({ ...never, ...amount }),
    /** Taken offline beyond what the books had. */
    shortage: decimal({ ...never, ...amount }),
    serial_numbers: json(serials, { ...never, initial: [] }),
    /** Who took it along, or brought it back: it moved between the store and their own stock. */
    staff: nullable(reference("staff", never)),
  },
  verbs: ["list", "read"],
  parent: { via: "store_item" },
  large: { filters: ["store_item", "task", "customer"] },
  order: ["-moved_at"],
  display: { store_item_name: { via: "store_item", column: "name" } },
  replica: { indexes: [["store_item"]] },
});

export const moveStoreItem = operation({
  on: storeItem,
  name: "move",
  path: "/store-items/{id}/movements/",
  summary: "Take stock in or out, also into a person's own stock and back, or say how much was counted",
  allows: "Move stock and count it",
  input: z.strictObject({
    movement_type: choice(MOVEMENT_TYPES, { required: true }),
    /** What comes or leaves; of ADJUST, what was counted. */
    quantity: decimal({ ...amount, signed: true, required: true }),
    serial_numbers: json(serials).optional(),
    task: nullable(reference("task")).optional(),
    customer: nullable(reference("customer")).optional(),
    /** Of OUT, who takes it along; of IN, who brings it back. */
    staff: nullable(reference("staff")).optional(),
    note: text({ max: 500 }).nullish(),
  }),
  output: recordSchema(storeItem).extend({ movement: recordSchema(storeMovement) }),
  failures: ["INSUFFICIENT_STOCK"],
  changes: ["store_movements", "held_stock", "review_items"],
  offline: true,
});

/** GET /store-items/{id}/movements/ takes the filters of the list of all movements, which the list checks. */
export const movementsQuery = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

export const movementsPage = z.object({
  count: z.int(),
  count_is_exact: z.literal(false).optional(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(recordSchema(storeMovement)),
});
