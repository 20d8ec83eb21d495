// What is sold beside a package: month by month, or once.
import { choice, flag, money, nullable, reference, text } from "../../kernel/field.ts";
import { resource } from "../../kernel/resource.ts";

/** What a router or a device is to know of it. */
export const ADDON_EFFECTS = ["NONE", "STATIC_IP", "EXTRA_DEVICE"] as const;
export const ADDON_KINDS = ["RECURRING", "ONE_OFF"] as const;
/** What it is revenue of. */
export const ADDON_SOURCES = ["INSTALLATION", "HARDWARE", "ADDON", "OTHER"] as const;

export const addon = resource({
  name: "addon",
  path: "addons",
  area: "billing",
  module: "billing",
  summary: "What is sold beside a package, month by month or once",
  fields: {
    name: text({ required: true }),
    kind: choice(ADDON_KINDS, { writable: "create", required: true }),
    /** Of a month, or once; what was sold keeps the price that it was sold at. */
    price: money({ required: true }),
    source: choice(ADDON_SOURCES, { initial: "ADDON" }),
    tax_code: nullable(reference("tax_code")),
    effect: choice(ADDON_EFFECTS, { writable: "create", initial: "NONE" }),
    is_active: flag({ initial: true }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name"],
  order: ["name"],
  replica: true,
});
