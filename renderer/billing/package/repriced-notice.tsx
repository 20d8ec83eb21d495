// What a package's form says of a new price before it is saved: how many customers pay it, and from when.
import { Alert, Text } from "@mantine/core";
import { useMemo } from "react";
import { monthOf } from "../../../shared/kernel/day.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { typedMoney } from "../../kernel/money-format.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import type { NoticeProps } from "../../kernel/resource/form/resource-form.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { repricedBy } from "./repriced.ts";

/** What of a package is sold with its price. */
const TERMS = ["validity_days", "billing_months", "tax_code"];

function Reached({ pack }: { pack: string }) {
  const t = useWords();
  const format = useFormat();
  const today = format.today();
  const people = useRows(customer.collection, { selector: { package: pack } });
  const bills = useRows("invoices", { selector: { billing_month: monthOf(today), is_recurring: true } });
  const reached = useMemo(() => {
    const standing = (bills ?? []).filter(({ voided_at }) => voided_at === null);
    const billed = new Set(standing.map((bill) => bill.customer));
    return people && repricedBy(pack, people, { today, billed });
  }, [people, bills, pack, today]);
  if (!reached) return null;
  const { customers, at_once, first, last } = reached;
  if (customers === 0) return <Text fz="sm">{t("reprice.nobody")}</Text>;
  return (
    <>
      <Text fz="sm">{t("reprice.customers", { count: customers, customers: format.number(customers) })}</Text>
      {at_once > 0 ? (
        <Text fz="sm">{t("reprice.at_once", { count: at_once, customers: format.number(at_once) })}</Text>
      ) : null}
      {first && last ? (
        <Text fz="sm">{t("reprice.later", { first: format.day(first), last: format.day(last) })}</Text>
      ) : null}
    </>
  );
}

/** Nothing is said of a new package, nor where the price stays or is for new customers alone. */
export function RepricedNotice({ values, record }: NoticeProps) {
  const t = useWords();
  const format = useFormat();
  if (record === null) return null;
  const price = typedMoney(String(values.price ?? ""), format);
  const another = TERMS.some((field) => String(values[field] ?? "") !== String(record[field] ?? ""));
  if (!another && (price === null || price === format.minor(String(record.price)))) return null;
  return (
    <Alert color="blue" role="status">
      {values.price_applies === "NEW" ? (
        <Text fz="sm">{t("reprice.new_alone")}</Text>
      ) : (
        <Reached pack={String(record.id)} />
      )}
    </Alert>
  );
}
