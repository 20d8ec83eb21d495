// Roles: what their holders may do.

import { role } from "../../../shared/identity/role.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import { GrantedCount } from "./granted-count.tsx";

const RoleForm = lazily(() => import("./role-form.tsx"), "RoleForm");
const Granted = lazily(() => import("./granted.tsx"), "Granted");

export const roleScreens = resourceScreen(role, {
  icon: laterIcon("IconShieldCheck"),
  for: "identity.staff.update",
  columns: ["name", "permissions", "is_system_default"],
  without: ["granted"],
  filters: ["is_system_default"],
  cells: { permissions: ({ granted }) => <GrantedCount granted={granted} /> },
  kept: ({ is_system_default }) => (is_system_default ? "role.kept" : null),
  form: RoleForm,
  detail: Granted,
});
