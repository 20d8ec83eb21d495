// What a customer owes, until when they are served, and with what: as their page and the pane beside the list show it.
import { Badge, Text } from "@mantine/core";
import { useMemo } from "react";
import { serviceChange } from "../../../shared/billing/index.ts";
import { add, type Minor, subtract, ZERO } from "../../../shared/kernel/money.ts";
import { type Customer, customer as customerResource } from "../../../shared/subscribers/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { daysLeft, minorOf } from "../../kernel/money-format.ts";
import { useById, useRecord, useRows } from "../../kernel/replica-hooks.ts";
import { Fact, Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { isWithoutDay, useSeesMoney } from "../../subscribers/index.ts";
import type { CustomerAccount } from "../use-customer-money.ts";

/**
 * What of an advance bought days; null where this computer can't tell: a change of package has freed some of it since.
 * Money that bought days is no advance that is owed to anybody.
 */
function useBoughtDays(customer: string): Minor | null {
  const { digits } = useFormat();
  const paid = useRows("transactions", { selector: { customer, status: "COMPLETED" } });
  const recharges = useRows("recharges", { selector: { customer } });
  const changes = useRows("service_changes", { selector: { customer, state: "DONE" } });
  return useMemo(() => {
    if (!paid || !recharges || !changes || changes.some(({ freed }) => Number(freed) > 0)) return null;
    const buying = new Set(recharges.flatMap((one) => (one.covers_to && !one.is_reversed ? [one.id] : [])));
    const bought = paid.filter(({ recharge }) => recharge !== null && buying.has(recharge));
    return add(ZERO, ...bought.map(({ unallocated_amount }) => minorOf(unallocated_amount, digits)));
  }, [paid, recharges, changes, digits]);
}

/** What is ahead: of prepaid money what is left over, with what the rest of it bought. */
function AheadFact({ advance, customer }: { advance: Minor; customer: Customer }) {
  const t = useWords();
  const format = useFormat();
  const customerWords = useResourceWords(customerResource);
  const bought = useBoughtDays(customer.id) ?? ZERO;
  const left = bought > advance ? ZERO : subtract(advance, bought);
  const shown = <Money value={left} tone={left > 0n ? "credit" : "quiet"} fz="lg" fw={600} currency />;
  if (bought === ZERO || !customer.expiry_date)
    return <Fact label={customerWords.field("advance_amount")}>{shown}</Fact>;
  return (
    <Fact label={t("customer.left_over")}>
      {shown}
      <Text fz="xs" c="dimmed">
        {t("customer.bought_until", { day: format.day(customer.expiry_date) })}
      </Text>
    </Fact>
  );
}

/** What a customer owes and has ahead; to who may not know amounts, whether something is due. */
export function MoneyFacts({ account: { customer, snapshot, invoices } }: { account: CustomerAccount }) {
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
      <AheadFact advance={advance} customer={customer} />
    </>
  );
}

/** Whether somebody is served who has never paid and was never billed. */
function useNeverPaid(customer: Customer): boolean {
  const query = isWithoutDay(customer) ? { selector: { customer: customer.id }, limit: 1 } : null;
  const paid = useRows("transactions", query);
  const billed = useRows("invoices", query);
  return paid?.length === 0 && billed?.length === 0;
}

export function ExpiryFact({ customer }: { customer: Customer }) {
  const neverPaid = useNeverPaid(customer);
  const t = useWords();
  const customerWords = useResourceWords(customerResource);
  const format = useFormat();
  const today = format.today();
  const left = daysLeft(customer.expiry_date, today);
  const grace = customer.grace_period_until;
  return (
    <Fact label={customerWords.field("expiry_date")}>
      <Text span fz="lg" fw={600} className="figures" c={neverPaid ? "var(--signal-warn)" : undefined}>
        {customer.expiry_date === null
          ? t(neverPaid ? "customer.never_paid" : "customer.no_limit")
          : format.day(customer.expiry_date)}
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
    <Badge variant="light" tt="none" fw={500}>
      {t("change.waiting", { package: name, day: format.day(waiting.priced_from) })}
    </Badge>
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
