// The log of mails that the server sends for a company: to whom, about what, and what became of each.
import { z } from "zod";
import { choice, count, instant, nullable, prose, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { IS_MAIL_ADDRESS, MAIL_KINDS, MAIL_STATUSES, MAIL_TROUBLES } from "../kernel/outgoing/mail.ts";
import { resource } from "../kernel/resource.ts";
import { settings } from "./settings.ts";

const never = { writable: "never" } as const;

export const mail = resource({
  name: "mail",
  path: "mails",
  area: "platform",
  module: "platform",
  summary: "A mail that was sent or waits to be; what it says is not kept",
  fields: {
    kind: choice(MAIL_KINDS, never),
    to: text(never),
    subject: text({ ...never, max: 300 }),
    status: choice(MAIL_STATUSES, never),
    /** What kept it from being sent at the last try. */
    reason: nullable(choice(MAIL_TROUBLES, never)),
    /** The reason, with the number that the mail server answered where it answered one; never its words. */
    last_error: nullable(prose(never)),
    tries: count(never),
    next_try_at: instant(never),
    sent_at: nullable(instant(never)),
    requested_by: text(never),
  },
  verbs: ["list", "read"],
  large: { filters: ["status", "kind"] },
  search: ["to", "subject"],
  order: ["-created_at"],
  title: "subject",
});

/** A test is tried once, at once: what became of it stands in the log at its id. */
export const testMail = operation({
  on: settings,
  name: "test_mail",
  summary: "Send a mail that says that mail works; what became of it is at /mails/{id}/",
  path: "/settings/test-mail/",
  permission: "platform.settings.update",
  input: z.strictObject({
    to: text({ required: true, max: 200, ...IS_MAIL_ADDRESS }),
  }),
  output: z.object({ mail: z.uuid() }),
  status: 202,
  failures: ["NO_MAIL_SERVER"],
  changes: ["mails"],
});

export const sendMailAgain = operation({
  on: mail,
  name: "send_again",
  summary:
    "Send a mail again that failed, or of which nobody knows whether it arrived: then it can arrive twice",
  allows: "Send mails again that failed",
  input: z.strictObject({}),
  failures: ["ILLEGAL_TRANSITION"],
});
