// What undoing a document will change, as the server works it out: before and after.
import { Text } from "@mantine/core";
import type { PreviewChanges } from "../../../shared/billing/index.ts";
import type {
  CustomerStatus,
  InvoiceStatus,
  NetworkIntent,
} from "../../../shared/billing/ledger/money-records.ts";
import type { PlanDescription } from "../../../shared/billing/payment/preview.rules.ts";
import { type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { Effect } from "./effect.tsx";

interface Change<T> {
  readonly before: T;
  readonly after: T;
}

/** The server's answer as the rules of this computer describe a plan. */
function described(changes: PreviewChanges, digits: number): PlanDescription {
  const minor = ({ before, after }: Change<string>): Change<Minor> => ({
    before: parseMoney(before, digits),
    after: parseMoney(after, digits),
  });
  return {
    status: changes.status as Change<CustomerStatus>,
    expiry_date: changes.expiry_date,
    due_amount: minor(changes.due_amount),
    advance_amount: minor(changes.advance_amount),
    balance: minor(changes.balance),
    invoices: changes.invoices.map((invoice) => ({
      ...invoice,
      total_payable: minor(invoice.total_payable),
      paid_amount: minor(invoice.paid_amount),
      due_amount: minor(invoice.due_amount),
      status: invoice.status as Change<InvoiceStatus>,
    })),
    journal: changes.journal.map((line) => ({
      ...line,
      debit: parseMoney(line.debit, digits),
      credit: parseMoney(line.credit, digits),
    })),
    network: changes.network as NetworkIntent | null,
  };
}

interface ChangesPreviewProps {
  /** Null while they are not known. */
  changes: PreviewChanges | null | undefined;
  /** Why the server refuses. */
  error: unknown;
}

export function ChangesPreview({ changes, error }: ChangesPreviewProps) {
  const t = useWords();
  const { digits } = useFormat();
  if (error) return <Trouble error={error} />;
  if (!changes) {
    return (
      <Text fz="sm" c="dimmed" role="status">
        {t("undo.asking")}
      </Text>
    );
  }
  return <Effect plan={described(changes, digits)} title={t("undo.effect")} />;
}
