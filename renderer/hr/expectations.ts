// What coming, leaving work and asking for leave will leave, as the server would.
import {
  cancelLeave,
  checkIn,
  checkOut,
  planCheckIn,
  planCheckOut,
  requestLeave,
  requireCancellable,
  type WorkingHours,
} from "../../shared/hr/index.ts";
import { checkSpan } from "../../shared/hr/leave.rules.ts";
import { expect, expectOf, type RuleContext } from "../kernel/expected/rules.ts";

/** The tenant's hours; as a new tenant has them where they are not known here. */
function hoursOf({ settings = {}, timezone }: RuleContext): WorkingHours {
  const { work_start, late_after_minutes } = settings;
  return {
    timezone,
    work_start: typeof work_start === "string" ? work_start : "09:00",
    late_after_minutes: typeof late_after_minutes === "number" ? late_after_minutes : 15,
  };
}

const PRESENT = "PRESENT" as const;

export const hrExpectations = [
  expectOf(checkIn, (known, _input, context) => ({
    ...(known ? {} : { date: context.today }),
    ...planCheckIn(context.today, known, context.now, hoursOf(context)),
  })),
  expectOf(checkOut, (known, _input, { now, today }) => {
    if (!known) return { date: today, check_out: now, status: PRESENT };
    return { ...planCheckOut(known, now), ...(known.status === "ABSENT" ? { status: PRESENT } : {}) };
  }),
  expectOf(
    requestLeave,
    (_known, { leave_type, start_date, end_date, day_part = "WHOLE", reason = null }) => {
      checkSpan({ start_date, end_date, day_part });
      return { leave_type, start_date, end_date, day_part, reason };
    },
  ),
  expect(cancelLeave, (record, _input, { today }) => {
    requireCancellable(record, today);
    return { status: "CANCELLED" as const };
  }),
];
