// Who gets the dashboard by mail, and when.
import { z } from "zod";
import { choice, count, date, flag, instant, nullable, reference, text } from "../kernel/field.ts";
import { LANGUAGES } from "../kernel/formatting/language.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { IS_MAIL_ADDRESS } from "../kernel/outgoing/mail.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { FREQUENCIES } from "./report-schedule.rules.ts";

const never = { writable: "never" } as const;

export const reportSchedule = resource({
  name: "report_schedule",
  path: "report-schedules",
  area: "reports",
  module: "reporting",
  summary: "The dashboard as a PDF by mail, each day, week or month",
  fields: {
    /** For whom: it ends with their account or their right to see reports. */
    staff: reference("staff", { required: true, writable: "create" }),
    email: text({ required: true, max: 200, ...IS_MAIL_ADDRESS }),
    frequency: choice(FREQUENCIES, { initial: "DAILY" }),
    /** Of a weekly one; 0 is Sunday. */
    weekday: count({ max: 6, initial: 0 }),
    /** Of a monthly one. */
    month_day: count({ min: 1, max: 28, initial: 1 }),
    /** In the company's time zone. */
    hour: count({ max: 23, initial: 8 }),
    language: choice(LANGUAGES, { initial: "en" }),
    is_active: flag({ initial: true }),
    next_at: instant(never),
    /** The day on which the last one was due. */
    last_period: nullable(date(never)),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["email"],
  order: ["-created_at"],
  title: "email",
  display: { staff_name: { via: "staff", column: "full_name" } },
});
export type ReportSchedule = RecordOf<typeof reportSchedule>;

export const reportScheduleVerbs = plainOperations(reportSchedule);

export const sendReport = operation({
  on: reportSchedule,
  name: "send_now",
  summary: "Send the dashboard now, beside what is due",
  allows: "Send a report by mail at once",
  input: z.strictObject({}),
  output: z.object({ mail: z.uuid() }),
  status: 202,
  failures: ["NO_MAIL_SERVER", "ILLEGAL_TRANSITION"],
  changes: ["mails"],
});

export const reportPdfQuery = z.strictObject({ language: choice(LANGUAGES).optional() });
