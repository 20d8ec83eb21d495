// Reminders of dues by mail: each customer who owes and has an address gets one, in the company's language.
import { notMailed, remindCustomers, reminderMail } from "../../shared/callcenter/index.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { moneyWithCurrency, tenantFormat } from "../../shared/kernel/formatting/localized.ts";
import { rowsByIds } from "../kernel/db/bulk.ts";
import { canMail, queueMails } from "../kernel/mail/queue.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { fixDigits } from "../kernel/resource/record.ts";
import { refuseAfterEnd } from "../platform/index.ts";

interface Person {
  id: string;
  name: string;
  email: string | null;
  due_amount: string;
}

function mailTo({ tenant }: OperationContext, { name, email, due_amount }: Person) {
  const { language, company_name: company, support_phone } = tenant.settings;
  const amount = moneyWithCurrency(
    fixDigits(due_amount, tenant.digits),
    tenantFormat(tenant.settings, language),
  );
  return {
    ...reminderMail(language, { name, amount, company, support_phone }),
    kind: "REMINDER" as const,
    to: email ?? "",
  };
}

export const reminderOperations = [
  implement(remindCustomers, async (ctx, { customer_ids }) => {
    ctx.require("subscribers.customer.view");
    await refuseAfterEnd(ctx);
    if (!(await canMail(ctx))) throw new Failure("NO_MAIL_SERVER");
    const people = await ctx.tx<Person[]>`select t.id, name, email, due_amount::text as due_amount
      from ${rowsByIds(ctx.tx, "customers", ctx.tenant.id, customer_ids)} t order by customer_code`;
    const why = (reason: ReturnType<typeof notMailed>) =>
      people.filter((person) => notMailed(person) === reason);
    const mailed = why(null);
    await queueMails(
      ctx,
      mailed.map((person) => mailTo(ctx, person)),
    );
    for (const { id } of mailed) ctx.audit(remindCustomers, { id });
    return {
      mailed: mailed.length,
      no_address: why("NO_ADDRESS").length,
      nothing_due: why("NOTHING_DUE").length,
    };
  }),
];
