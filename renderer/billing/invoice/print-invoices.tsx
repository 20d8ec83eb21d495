// Many bills as one document: of chosen bills, or what chosen customers have to pay.
import { Button, Progress, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { BILLS_PRINTED } from "../../../shared/billing/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica, useRows } from "../../kernel/replica-hooks.ts";
import type { BulkActProps } from "../../kernel/resource/operation/bulk-acts.tsx";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";

interface PrintProps {
  /** In the order of the paper. */
  bills: readonly string[];
  /** Chosen ones that have nothing to be printed. */
  without: number;
  onDone: () => void;
  onClose: () => void;
}

function PrintDialog({ bills, without, onDone, onClose }: PrintProps) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const { client } = useReplica();
  const [at, setAt] = useState(0);
  const files = Math.ceil(bills.length / BILLS_PRINTED);
  const n = format.number(bills.length);
  const printing = useCall(async () => {
    for (let file = at; file < files; file++) {
      const ids = bills.slice(file * BILLS_PRINTED, (file + 1) * BILLS_PRINTED);
      const bytes = await client.file(`/api/v1/invoices/print/?ids=${ids.join(",")}`);
      const part = files > 1 ? `-${file + 1}` : "";
      await saveFile(`bills-${format.today()}${part}.pdf`, bytes, "application/pdf");
      // After a failure it goes on where it stopped.
      setAt(file + 1);
    }
    notifications.show({ color: "green", message: t("bills.printed", { count: bills.length, n }) });
    onClose();
    onDone();
  });
  return (
    <Dialog opened onClose={onClose} title={t("bills.print_title", { count: bills.length, n })}>
      <Stack gap="md">
        <Text fz="sm">
          {t(files > 1 ? "bills.print_files" : "bills.print_one", { n, files: format.number(files) })}
          {without > 0 ? ` ${t("bills.print_without", { n: format.number(without) })}` : ""}
        </Text>
        {printing.busy && files > 1 ? (
          <Progress value={(100 * at) / files} aria-label={t("bills.print")} />
        ) : null}
        {online ? null : (
          <Text fz="sm" c="dimmed">
            {t("record.needs_line")}
          </Text>
        )}
        <Trouble error={printing.error} />
        <Button
          data-autofocus
          leftSection={<IconPrinter size={16} aria-hidden />}
          loading={printing.busy}
          disabled={!online || bills.length === 0}
          onClick={() => void printing.run()}
        >
          {t("bills.print_do", { n })}
        </Button>
      </Stack>
    </Dialog>
  );
}

type DialogProps = BulkActProps & { onClose: () => void };

function PrintButton({ Dialog, ...props }: BulkActProps & { Dialog: (props: DialogProps) => ReactNode }) {
  const t = useWords();
  const can = useSession((session) => session.can);
  const [open, setOpen] = useState(false);
  if (!can("billing.invoice.view")) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPrinter size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("bills.print")}
      </Button>
      {open ? <Dialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function OfBills({ records, ...props }: DialogProps) {
  return <PrintDialog bills={records.map(({ id }) => id)} without={0} {...props} />;
}

/** The bills with something due of each customer, the oldest first, customer after customer. */
function OfCustomers({ records, ...props }: DialogProps) {
  const ids = records.map(({ id }) => id);
  const rows = useRows("invoices", { selector: { customer: { $in: ids } } });
  if (rows === undefined) return null;
  const due = rows
    .filter(({ due_amount, status }) => status !== "VOID" && /[1-9]/.test(due_amount))
    .sort((a, b) => (a.issue_date < b.issue_date ? -1 : 1));
  const owing = new Set(due.map(({ customer }) => customer));
  const bills = ids.flatMap((id) => due.filter(({ customer }) => customer === id).map((bill) => bill.id));
  return <PrintDialog bills={bills} without={ids.length - owing.size} {...props} />;
}

export const PrintBills = (props: BulkActProps) => <PrintButton {...props} Dialog={OfBills} />;
export const PrintBillsOfCustomers = (props: BulkActProps) => <PrintButton {...props} Dialog={OfCustomers} />;
