// Staff: a person's account, profile and membership of the tenant, as one record.
import { z } from "zod";
import { flag, nullable, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { IS_MAIL_ADDRESS } from "../kernel/outgoing/mail.ts";
import { createSchema, type RecordOf, resource, updateSchema } from "../kernel/resource.ts";
import { newPassword, newUsername } from "./auth.ts";

export const staff = resource({
  name: "staff",
  path: "staff",
  area: "identity",
  module: "identity",
  summary: "A member of the tenant's staff",
  many: "staff members",
  fields: {
    user: reference("user", { writable: "never" }),
    username: text({ required: true, writable: "create", max: 150, normal: "code", is_key: true }),
    full_name: text({ initial: "" }),
    email: nullable(text({ max: 200, normal: "text", ...IS_MAIL_ADDRESS })),
    phone: text({ max: 50, initial: "", normal: "phone" }),
    designation: text({ max: 100, initial: "" }),
    role: reference("role", { required: true }),
    role_name: nullable(text({ writable: "never" })),
    is_active: flag({ initial: true }),
    has_otp: flag({ writable: "never" }),
  },
  verbs: ["list", "read", "create", "update"],
  search: ["username", "full_name", "email", "phone", "designation"],
  order: ["username"],
  title: "full_name",
  replica: true,
});

export type Staff = RecordOf<typeof staff>;

export const createStaff = operation({
  on: staff,
  name: "create",
  summary: "Add a member of staff: account, profile and membership",
  input: createSchema(staff).extend({ username: newUsername, password: newPassword }),
  failures: ["DUPLICATE"],
});

export const updateStaff = operation({
  on: staff,
  name: "update",
  summary: "Change a member of staff; deactivating ends all sessions at once",
  input: updateSchema(staff),
  failures: ["CONFLICT", "STALE_VERSION"],
  changes: ["mails"],
});

export const setStaffPassword = operation({
  on: staff,
  name: "set_password",
  summary: "Give a member of staff a new password; ends all sessions of the account",
  allows: "Give a staff member a new password",
  input: z.strictObject({ new_password: newPassword }),
  failures: ["CONFLICT"],
  idempotency: "none",
  changes: ["mails"],
});

export const switchOffStaffOtp = operation({
  on: staff,
  name: "switch_off_otp",
  summary:
    "Switch the second factor of a member of staff off, who lost their device and their recovery codes",
  allows: "Switch a staff member's second factor off",
  input: z.strictObject({}),
  failures: ["CONFLICT"],
  changes: ["mails"],
});
