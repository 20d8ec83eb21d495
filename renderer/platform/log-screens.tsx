// What was done in the company, and on which computers its records are.

import { auditLog } from "../../shared/platform/audit-log.ts";
import { device, revokeDevice } from "../../shared/platform/device.ts";
import { mail, sendMailAgain } from "../../shared/platform/mail.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";
import { auditCells } from "./audit-cells.tsx";

export const logScreens = [
  ...resourceScreen(device, {
    icon: laterIcon("IconDeviceDesktop"),
    for: "platform.device.revoke",
    columns: ["name", "device_code", "last_seen_at", "is_revoked", "revoked_at"],
    filters: ["is_revoked"],
    actions: [
      {
        operation: revokeDevice,
        icon: laterIcon("IconPlugOff"),
        danger: true,
        many: true,
        when: ({ is_revoked }) => is_revoked === false,
      },
    ],
  }),
  ...resourceScreen(auditLog, {
    icon: laterIcon("IconHistory"),
    columns: ["timestamp", "actor_username", "action", "details", "object_type", "address"],
    widths: { object_type: 140, address: 120 },
    filters: ["timestamp", "actor_username", "action", "module"],
    on: ["object_id"],
    cells: auditCells,
  }),
  ...resourceScreen(mail, {
    icon: laterIcon("IconMail"),
    columns: ["to", "subject", "kind", "status", "reason", "created_at"],
    filters: ["status", "kind", "created_at"],
    actions: [
      {
        operation: sendMailAgain,
        icon: laterIcon("IconSend"),
        when: ({ status }) => status === "FAILED" || status === "UNSURE",
      },
    ],
  }),
];
