// Staff, and the machines that act for the company.

import { apiToken } from "../../shared/identity/api-token.ts";
import { setStaffPassword, staff, switchOffStaffOtp } from "../../shared/identity/staff.ts";
import { tenantDomain, verifyDomain } from "../../shared/identity/tenant-domain.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";

export const identityScreens = [
  ...resourceScreen(staff, {
    icon: laterIcon("IconUsersGroup"),
    for: "identity.staff.update",
    columns: ["full_name", "username", "role", "designation", "phone", "is_active", "has_otp"],
    filters: ["role", "is_active", "has_otp"],
    widths: { full_name: 180, is_active: 110, has_otp: 150, username: 120, role: 120, designation: 140 },
    without: ["user", "role_name"],
    groups: [{ fields: ["full_name", "username", "role", "designation", "phone", "email", "is_active"] }],
    actions: [
      { operation: setStaffPassword, icon: laterIcon("IconLock") },
      {
        operation: switchOffStaffOtp,
        icon: laterIcon("IconShieldOff"),
        danger: true,
        when: ({ has_otp }) => has_otp === true,
      },
    ],
  }),
  ...resourceScreen(tenantDomain, {
    icon: laterIcon("IconWorldWww"),
    for: "platform.tenant_domain.update",
    columns: ["domain", "is_primary", "is_active", "is_verified", "verified_at"],
    cells: { verification: ({ verification: { type, name, value } }) => `${name} ${type} "${value}"` },
    actions: [
      {
        operation: verifyDomain,
        icon: laterIcon("IconCheck"),
        at_once: true,
        when: (record) => !record.is_verified,
      },
    ],
  }),
  ...resourceScreen(apiToken, {
    icon: laterIcon("IconKey"),
    columns: ["name", "role", "site", "is_active", "last_used_at", "created_by"],
    filters: ["role", "is_active"],
  }),
];
