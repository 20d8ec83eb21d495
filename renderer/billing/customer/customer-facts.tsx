// What a customer owes, until when they are served, and with what: as their page and the pane beside the list show it.
import { Text } from "@mantine/core";
import { serviceChange } from "../../../shared/billing/index.ts";
import { type Customer, customer as customerResource } from "../../../shared/subscribers/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { daysLeft } from "../../kernel/money-format.ts";
import { useById, useRecord } from "../../kernel/replica-hooks.ts";
import { Fact, Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { useSeesMoney } from "../../subscribers/index.ts";
import type { CustomerAccount } from "../use-customer-money.ts";

/** What a customer owes and has ahead; to who may not know amounts, whether something is due. */
export function MoneyFacts({ account: { snapshot, invoices } }: { account: CustomerAccount }) {
  const t = useWords();
  const customerWords = useResourceWords(customerResource);
  const { due_amount: due, advance_amount: advance } = snapshot.customer;
  const overdue = invoices.some(({ status }) => status === "OVERDUE");
  if (!useSeesMoney()) {
    return (
      <Fact label={customerWords.field("due_amount")}>
        {t(due > 0n ? "customer.due_yes" : "customer.due_no")}
      </Fact>
    );
  }
  return (
    <>
      <Fact label={customerWords.field("due_amount")}>
        <Money value={due} tone={due > 0n && overdue ? "overdue" : "plain"} fz="lg" fw={600} currency />
      </Fact>
      <Fact label={customerWords.field("advance_amount")}>
        <Money value={advance} tone={advance > 0n ? "credit" : "quiet"} fz="lg" fw={600} currency />
      </Fact>
    </>
  );
}

export function ExpiryFact({ customer }: { customer: Customer }) {
  const t = useWords();
  const customerWords = useResourceWords(customerResource);
  const format = useFormat();
  const today = format.today();
  const left = daysLeft(customer.expiry_date, today);
  const grace = customer.grace_period_until;
  return (
    <Fact label={customerWords.field("expiry_date")}>
      <Text span fz="lg" fw={600} className="figures">
        {customer.expiry_date === null ? t("customer.no_limit") : format.day(customer.expiry_date)}
      </Text>
      {left === null ? null : (
        <Text fz="xs" c={left < 0 ? "var(--money-overdue)" : "dimmed"}>
          {left < 0
            ? t("customer.days_over", { count: -left, days: format.number(-left) })
            : t("customer.days_left", { count: left, days: format.number(left) })}
        </Text>
      )}
      {grace && grace >= today ? (
        <Text fz="xs" c="dimmed">
          {t("customer.grace_until", { day: format.day(grace) })}
        </Text>
      ) : null}
    </Fact>
  );
}

/** The package that comes when its day does, where a change waits. */
function WaitingPackage({ customer }: { customer: Customer }) {
  const t = useWords();
  const format = useFormat();
  const packages = useById("packages");
  const waits = { selector: { customer: customer.id, state: "SCHEDULED" } };
  const [waiting] = useExpectedRows(serviceChange, waits) ?? [];
  if (!waiting) return null;
  const name = packages.get(waiting.to_package)?.name ?? "—";
  return (
    <Text fz="xs" c="dimmed">
      {t("change.waiting", { package: name, day: format.day(waiting.priced_from) })}
    </Text>
  );
}

export function PackageFact({ customer }: { customer: Customer }) {
  const customerWords = useResourceWords(customerResource);
  const format = useFormat();
  const seesMoney = useSeesMoney();
  const servicePackage = useRecord("packages", customer.package);
  return (
    <Fact label={customerWords.field("package")}>
      {servicePackage?.name ?? "—"}
      {servicePackage && seesMoney ? (
        <Text fz="xs" c="dimmed" className="figures">
          {format.currencyMoney(servicePackage.price)}
        </Text>
      ) : null}
      <WaitingPackage customer={customer} />
    </Fact>
  );
}
