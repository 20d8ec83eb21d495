// What a bill can be undone by, for who may: voided while nothing of it is settled, else credited.
import { Button, Group, Text, Tooltip } from "@mantine/core";
import { IconBan, IconReceiptRefund } from "@tabler/icons-react";
import { useState } from "react";
import { createCreditNote, type Invoice, voidInvoice } from "../../../shared/billing/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { type PageAction, usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { CreditNoteDialog } from "./credit-note-dialog.tsx";
import { VoidBill } from "./void-invoice.tsx";

/** Nothing was paid on it, credited of it or carried from it. */
const isUntouched = (
  { paid_amount, carried_amount, credited_amount }: Invoice,
  minor: (text: string) => bigint,
) => [paid_amount, carried_amount, credited_amount].every((amount) => minor(amount) === 0n);

export function BillUndo({ invoice }: { invoice: Invoice }) {
  const t = useWords();
  const { minor } = useFormat();
  const { may } = useOperate();
  const online = useOnline();
  const [open, setOpen] = useState<"void" | "credit" | null>(null);
  const close = () => setOpen(null);
  const [mayVoid, mayCredit] = [may(voidInvoice), may(createCreditNote)];
  const untouched = isUntouched(invoice, minor);
  const isOpen = online && invoice.status !== "VOID";
  const verbs: PageAction[] = [];
  if (isOpen && mayVoid && untouched)
    verbs.push({ id: "void", label: t("undo.void"), icon: IconBan, key: "V", run: () => setOpen("void") });
  if (isOpen && mayCredit)
    verbs.push({
      ...{ id: "credit", label: t("undo.credit"), icon: IconReceiptRefund, key: "C" },
      run: () => setOpen("credit"),
    });
  usePageActions(verbs);
  if (invoice.status === "VOID" || !(mayVoid || mayCredit)) return null;
  return (
    <Group gap="xs">
      {mayVoid ? (
        <Tooltip label={t("undo.void.settled")} disabled={untouched} multiline maw={320}>
          <Button
            variant="default"
            size="xs"
            c={untouched ? "var(--mantine-color-error)" : undefined}
            leftSection={<IconBan size={15} aria-hidden />}
            disabled={!online || !untouched}
            aria-keyshortcuts="V"
            onClick={() => setOpen("void")}
          >
            {t("undo.void")}
          </Button>
        </Tooltip>
      ) : null}
      {mayCredit ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconReceiptRefund size={15} aria-hidden />}
          disabled={!online}
          aria-keyshortcuts="C"
          onClick={() => setOpen("credit")}
        >
          {t("undo.credit")}
        </Button>
      ) : null}
      {online ? null : (
        <Text fz="xs" c="dimmed">
          {t("undo.needs_line")}
        </Text>
      )}
      {open === "void" ? <VoidBill invoice={invoice} onClose={close} /> : null}
      {open === "credit" ? <CreditNoteDialog invoice={invoice} onClose={close} /> : null}
    </Group>
  );
}
