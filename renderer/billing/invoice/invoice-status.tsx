// What a person calls a bill's state: one that was closed by carrying its due on is not "paid" to anybody.
import { invoice as invoiceResource } from "../../../shared/billing/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { StateBadge, StatusBadge } from "../../kernel/screen/parts.tsx";

export function InvoiceStatus({ invoice }: { invoice: { status: string; carried_to: string | null } }) {
  const t = useWords();
  if (invoice.carried_to !== null) return <StateBadge state="CARRIED" label={t("invoice.moved_on")} />;
  return <StatusBadge of={invoiceResource} status={invoice.status} />;
}
