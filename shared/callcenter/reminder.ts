// Reminding customers of what is due, by mail.
import { z } from "zod";
import { count } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { customer } from "../subscribers/index.ts";
import { MOST_REMINDED } from "./reminder.rules.ts";

/** POST /customers/remind/: who has no address, or owes nothing any more, is left out and counted. */
export const remindCustomers = operation({
  on: customer,
  area: "callcenter",
  name: "remind",
  path: "/customers/remind/",
  summary: "Remind customers of what is due, each by a mail of their own",
  allows: "Remind customers of their dues by mail",
  further_permissions: ["subscribers.customer.view"],
  input: z.strictObject({ customer_ids: z.array(z.uuid()).min(1).max(MOST_REMINDED) }),
  output: z.object({ mailed: count(), no_address: count(), nothing_due: count() }),
  status: 202,
  failures: ["NO_MAIL_SERVER", "SUBSCRIPTION_ENDED"],
  changes: ["mails"],
});
