// Staff, and the machines that act for the company.
import { IconBuildingStore, IconKey, IconLock, IconShieldOff, IconUsersGroup } from "@tabler/icons-react";
import { apiToken } from "../../shared/identity/api-token.ts";
import { reseller } from "../../shared/identity/reseller.ts";
import { setStaffPassword, staff, switchOffStaffOtp } from "../../shared/identity/staff.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";

export const identityScreens = [
  ...resourceScreen(staff, {
    icon: IconUsersGroup,
    group: "system",
    for: "identity.staff.update",
    columns: ["username", "full_name", "role", "designation", "phone", "is_active", "has_otp"],
    filters: ["role", "is_active", "has_otp"],
    without: ["user", "role_name"],
    groups: [{ fields: ["full_name", "username", "role", "designation", "phone", "email", "is_active"] }],
    actions: [
      { operation: setStaffPassword, icon: IconLock },
      {
        operation: switchOffStaffOtp,
        icon: IconShieldOff,
        danger: true,
        when: ({ has_otp }) => has_otp === true,
      },
    ],
  }),
  ...resourceScreen(apiToken, {
    icon: IconKey,
    group: "system",
    columns: ["name", "role", "site", "is_active", "last_used_at", "created_by"],
    filters: ["role", "is_active"],
  }),
  ...resourceScreen(reseller, {
    icon: IconBuildingStore,
    group: "money",
    columns: ["company_name", "username", "phone", "balance", "credit_limit"],
    without: ["user"],
  }),
];
