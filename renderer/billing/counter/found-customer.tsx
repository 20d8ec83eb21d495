// One found customer: who, where, state, what is due, until when.
// Of plain elements, and drawn anew only when it changed: nine of them come with every key.
import { memo } from "react";
import { customer } from "../../../shared/subscribers/index.ts";
import { expectedRow } from "../../kernel/expected/effects.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { daysLeft } from "../../kernel/money-format.ts";
import { usePending } from "../../kernel/replica-hooks.ts";
import { Marked } from "../../kernel/screen/marked.tsx";
import { PendingClock, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import type { CustomerRow } from "../../subscribers/index.ts";
import classes from "./customer-search.module.css";

interface FoundCustomerProps {
  row: CustomerRow;
  /** What was searched for: what of it was found here is marked. */
  query: string;
}

export const FoundCustomer = memo(function FoundCustomer({ row, query }: FoundCustomerProps) {
  const t = useWords();
  const format = useFormat();
  const commands = usePending("customers", row.id);
  const expected = expectedRow(customer, row, commands);
  const left = daysLeft(expected.expiry_date, format.today());
  const due = format.minor(expected.due_amount);
  return (
    <div className={classes.found}>
      <div className={classes.who}>
        <div className={classes.called}>
          <p className={classes.name}>
            <Marked text={row.name} query={query} />
          </p>
          {commands.length > 0 ? <PendingClock /> : null}
        </div>
        <p className={classes.numbers}>
          <Marked
            text={[row.customer_code, row.username, row.phone, row.area].filter(Boolean).join(" · ")}
            query={query}
          />
        </p>
      </div>
      <div className={classes.money}>
        <p className={due > 0n ? `${classes.due} figures` : classes.numbers}>
          {due > 0n ? t("found.due", { amount: format.money(due) }) : t("found.no_due")}
        </p>
        <p className={`${classes.until} figures`} data-over={(left !== null && left < 0) || undefined}>
          {left === null
            ? t("customer.no_limit")
            : left < 0
              ? t("customer.days_over", { count: -left, days: format.number(-left) })
              : t("customer.days_left", { count: left, days: format.number(left) })}
        </p>
      </div>
      <div className={classes.state}>
        <StatusBadge of={customer} status={expected.status} />
      </div>
    </div>
  );
});
