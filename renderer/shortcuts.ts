// The keys that the page under `?` lists.
import type { Shortcut } from "./kernel/shell/shortcut-list.tsx";

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["/"], words: "shortcuts.search" },
  { keys: ["Ctrl", "K"], words: "shortcuts.search" },
  { keys: ["F2"], words: "shortcuts.recharge", permission: "billing.recharge.create" },
  { keys: ["F3"], words: "shortcuts.payment", permission: "finance.transaction.create" },
  {
    keys: ["F4"],
    words: "shortcuts.customer",
    permission: "subscribers.customer.view",
    to: "/customers",
  },
  { keys: ["F7"], words: "shortcuts.day", permission: "operations.task.start", to: "/day" },
  { keys: ["F8"], words: "shortcuts.shift", permission: "operations.shift.create", to: "/shifts/mine" },
  { keys: ["Ctrl", "L"], words: "shortcuts.lock" },
  {
    keys: ["F9"],
    words: "shortcuts.callbacks",
    permission: "callcenter.call_log.view",
    to: "/callbacks",
  },
  { keys: ["↑", "↓", "Enter"], words: "shortcuts.pick" },
  { keys: ["Enter"], words: "shortcuts.next" },
  { keys: ["Esc"], words: "shortcuts.back" },
  { keys: ["?"], words: "shortcuts.help" },
  { keys: ["F1"], words: "shortcuts.help_typing" },
];
