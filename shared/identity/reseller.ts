// Resellers: who sells the company's service to customers of their own, against a balance kept here.
import { z } from "zod";
import { money, nullable, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { createSchema, resource } from "../kernel/resource.ts";
import { newPassword, newUsername } from "./auth.ts";
import { staff } from "./staff.ts";

export const reseller = resource({
  name: "reseller",
  path: "resellers",
  area: "identity",
  module: "billing",
  summary: "A company that resells the service to customers of its own",
  fields: {
    /** The user who signs in for them; null: none yet. */
    user: nullable(reference("user", { writable: "never" })),
    username: nullable(text({ writable: "never" })),
    company_name: text({ required: true }),
    phone: nullable(text({ max: 50, normal: "phone" })),
    /** What they have paid in and not used yet; below zero: what they owe. Moved by top-ups and recharges alone. */
    balance: money({ writable: "never", signed: true }),
    /** How far below zero the balance may go. */
    credit_limit: money({ initial: "0" }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  own: "user",
  search: ["company_name", "username", "phone"],
  order: ["company_name"],
  title: "company_name",
  names_tenant: true,
  replica: true,
});

/** An account that is there: of a member of this tenant. */
const user = z.uuid();

export const { update: updateReseller } = plainOperations(reseller, {
  update: { more: { user: user.nullish() } },
});

export const createReseller = operation({
  on: reseller,
  name: "create",
  summary:
    "Add a reseller: for an account that there is (`user`), or with one of its own (`username`, `password`)",
  input: createSchema(reseller).extend({
    user: user.nullish(),
    username: newUsername.optional(),
    password: newPassword.optional(),
    full_name: text().optional(),
    email: staff.fields.email.optional(),
  }),
  failures: ["DUPLICATE"],
  changes: ["staff"],
});
