// The test of the mail settings, and mails that are sent again by hand.
import { Failure } from "../../shared/kernel/failure.ts";
import { textIn } from "../../shared/kernel/formatting/language.ts";
import { mail, sendMailAgain, testMail } from "../../shared/platform/mail.ts";
import { canMail, queueMail, wakeMails } from "../kernel/mail/queue.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

const SUBJECT = ["Mail works", "মেইল কাজ করছে"] as const;
const TEXT = [
  "This is a test. The mail settings are right.",
  "এটি একটি পরীক্ষা। মেইলের সেটিংস ঠিক আছে।",
] as const;

export const mailOperations = [
  implement(testMail, async (ctx, { to }) => {
    if (!(await canMail(ctx))) throw new Failure("NO_MAIL_SERVER");
    const { language, company_name } = ctx.tenant.settings;
    const subject = `${company_name}: ${textIn(language, SUBJECT)}`;
    const id = await queueMail(ctx, { kind: "TEST", to, subject, text: textIn(language, TEXT), tries: 1 });
    ctx.audit(testMail, { id: null, note: to });
    return { mail: id };
  }),

  implement(sendMailAgain, async (ctx, _input, id) => {
    const kept = await ctx.tx`select from mail_contents where tenant_id = ${ctx.tenant.id} and mail = ${id}`;
    return changeRecord(ctx, sendMailAgain, id, ({ status }) => {
      if ((status !== "FAILED" && status !== "UNSURE") || kept.length === 0)
        throw new Failure("ILLEGAL_TRANSITION", `${mail.summary}: only one that failed can be sent again`);
      ctx.after_commit.push(() => wakeMails(ctx.services));
      return { set: { status: "QUEUED", next_try_at: ctx.call.received_at.toISOString(), tries_left: 1 } };
    });
  }),
];
