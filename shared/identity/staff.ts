// Staff: a person's account, profile and membership of the tenant, as one record.
import { z } from "zod";
import { flag, nullable, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { createSchema, recordSchema, resource, updateSchema } from "../kernel/resource.ts";
import { newPassword, newUsername } from "./auth.ts";

export const staff = resource({
  name: "staff",
  path: "staff",
  area: "identity",
  module: "identity",
  summary: "A member of the tenant's staff",
  fields: {
    user: reference("user", { writable: "never" }),
    username: text({ required: true, writable: "create", max: 150 }),
    full_name: text({ initial: "" }),
    email: nullable(text({ max: 200, pattern: /^[^\s@]+@[^\s@]+$/, hint: "Not an e-mail address" })),
    phone: text({ max: 50, initial: "" }),
    designation: text({ max: 100, initial: "" }),
    role: reference("role", { required: true }),
    role_name: nullable(text({ writable: "never" })),
    is_active: flag({ initial: true }),
    has_otp: flag({ writable: "never" }),
  },
  verbs: ["list", "read", "create", "update"],
  search: ["username", "full_name", "email", "phone", "designation"],
  order: ["username"],
  replica: true,
});

const common = { area: "identity", output: recordSchema(staff) } as const;

export const createStaff = operation({
  ...common,
  name: "staff.create",
  summary: "Add a member of staff: account, profile and membership",
  method: "POST",
  path: "/staff/",
  permission: "identity.staff.create",
  input: createSchema(staff).extend({ username: newUsername, password: newPassword }),
  status: 201,
  failures: ["DUPLICATE"],
});

export const updateStaff = operation({
  ...common,
  name: "staff.update",
  summary: "Change a member of staff; deactivating ends all sessions at once",
  method: "PATCH",
  path: "/staff/{id}/",
  permission: "identity.staff.update",
  input: updateSchema(staff),
  failures: ["NOT_FOUND", "CONFLICT", "STALE_VERSION"],
});

export const setStaffPassword = operation({
  ...common,
  name: "staff.set_password",
  summary: "Give a member of staff a new password; ends all sessions of the account",
  method: "POST",
  path: "/staff/{id}/set-password/",
  permission: "identity.staff.set_password",
  input: z.strictObject({ new_password: newPassword }),
  failures: ["NOT_FOUND", "CONFLICT"],
  idempotency: "none",
});

export const switchOffStaffOtp = operation({
  ...common,
  name: "staff.switch_off_otp",
  summary:
    "Switch the second factor of a member of staff off, who lost their device and their recovery codes",
  method: "POST",
  path: "/staff/{id}/switch-off-otp/",
  permission: "identity.staff.switch_off_otp",
  input: z.strictObject({}),
  failures: ["NOT_FOUND", "CONFLICT"],
});
