// What can be decided about leave and advances that were asked for: in their lists, and in the Inbox.
import { IconCheck, IconX } from "@tabler/icons-react";
import { approveAdvance, approveLeave, rejectAdvance, rejectLeave } from "../../shared/hr/index.ts";
import type { AnyRecord } from "../kernel/resource/fields.ts";
import type { Action } from "../kernel/resource/operation/action.ts";
import { lazily } from "../kernel/screen/lazily.tsx";

const AdvanceBooks = lazily(() => import("./payroll/salary-books.tsx"), "AdvanceBooks");
const HolderInput = lazily(() => import("./payroll/holder-field.tsx"), "HolderField");

/** Whose cash it is paid from, by name. */
export const PAID_OUT = { holder: HolderInput };

export const isPending = ({ status }: AnyRecord) => status === "PENDING";

export const LEAVE_DECISIONS: readonly Action[] = [
  { operation: approveLeave, icon: IconCheck, when: isPending, many: true, in_row: true },
  {
    operation: rejectLeave,
    icon: IconX,
    when: isPending,
    in_row: true,
    reasons: ["hr.too_many_away", "hr.busy_days", "hr.no_days_left"],
  },
];

export const ADVANCE_DECISIONS: readonly Action[] = [
  {
    operation: approveAdvance,
    icon: IconCheck,
    when: isPending,
    many: true,
    in_row: true,
    inputs: PAID_OUT,
    preview: AdvanceBooks,
  },
  {
    operation: rejectAdvance,
    icon: IconX,
    when: isPending,
    in_row: true,
    reasons: ["hr.advance_open", "hr.too_much"],
  },
];
