// Who works for the company, since when, and for what salary. Only who may see employees sees it; desktops hold none.
import { z } from "zod";
import { date, flag, json, money, month, nullable, numbered, reference, text } from "../kernel/field.ts";
import { plainOperations } from "../kernel/operation.ts";
import { IS_MAIL_ADDRESS } from "../kernel/outgoing/mail.ts";
import { resource } from "../kernel/resource.ts";
import { salarySince } from "./salary-history.rules.ts";

export const employee = resource({
  name: "employee",
  path: "employees",
  area: "hr",
  module: "hr",
  summary: "Somebody who works for the company",
  fields: {
    /** Made by the server (E00001, …) unless given. */
    employee_code: numbered("E", { writable: "always" }),
    name: text({ required: true }),
    designation: text({ max: 100, initial: "" }),
    department: text({ max: 100, initial: "" }),
    phone: text({ max: 50, initial: "", normal: "phone" }),
    email: nullable(text({ max: 200, normal: "text", ...IS_MAIL_ADDRESS })),
    /** A month's, at present. */
    salary: money({ initial: "0" }),
    /**
     * The first month that it holds for; null: all that there were. A new salary holds from this month on unless another one
     * is given, a first one from the month of joining.
     */
    salary_from: nullable(month()),
    /** Each salary that there was, the present one last: a month's pay is made with that month's. */
    salary_history: json(z.array(salarySince), { writable: "never" }),
    join_date: nullable(date()),
    /** The last day of work; null: still employed. */
    end_date: nullable(date()),
    is_active: flag({ initial: true }),
    /** Their own account, with which they check in and ask for leave. */
    staff: nullable(reference("staff")),
    /** The user of that account. */
    user: nullable(reference("user", { writable: "never" })),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  own: "user",
  search: ["employee_code", "name", "phone", "email", "designation", "department"],
  order: ["name"],
});

export const employeeVerbs = plainOperations(employee);

/** The employee of the caller's account; null: the caller is no employee. */
export const ownEmployeeAnswer = z.object({
  employee: z.object({ id: z.string(), name: z.string(), employee_code: z.string() }).nullable(),
});
export type OwnEmployee = z.output<typeof ownEmployeeAnswer>;
