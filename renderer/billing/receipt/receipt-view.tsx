// A receipt on screen as it comes out of the printer, with print and PDF.
import { Button, Group, Stack } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import type { Receipt } from "../../../shared/billing/documents/receipt.rules.ts";
import { columnsOfPaper } from "../../../shared/billing/documents/receipt-words.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { PaperLines } from "./paper-lines.tsx";
import { printReceipt } from "./print-receipt.ts";
import { type PrintedReceipt, usePrinted } from "./use-printed.ts";
import { useWhatsapp, WhatsappButton } from "./whatsapp-button.tsx";

/** The paper alone. */
export function ReceiptPaper({ number, printed }: { number: string; printed: PrintedReceipt }) {
  const t = useWords();
  return (
    <section className="receipt-paper" aria-label={t("receipt.title", { number })}>
      <PaperLines lines={printed.lines} columns={columnsOfPaper(printed.paper)} />
    </section>
  );
}

/**
 * Printing and saving, with the focus where it was: a print dialog takes it along, and on the page's body no key works.
 * One at a time; a second call while one runs does nothing.
 */
export function useReceiptActions(number: string, { lines, paper }: PrintedReceipt) {
  const t = useWords();
  const busy = useRef(false);
  const alone = async (work: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    const focused = document.activeElement;
    try {
      await work();
    } finally {
      busy.current = false;
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    }
  };
  const printing = useCall(() => alone(async () => printReceipt(lines, paper)));
  const saving = useCall(() =>
    alone(async () => {
      // Loaded only when asked for: the maker is larger than the rest of the counter.
      const { receiptFile } = await import("./receipt-file.ts");
      const pdf = await receiptFile(lines, paper, t("receipt.title", { number }));
      return saveFile(`receipt-${number}.pdf`, pdf, "application/pdf");
    }),
  );
  return { print: () => printing.run(), save: () => saving.run(), error: printing.error ?? saving.error };
}

/** Print, which has the focus, and save. */
export function PaperButtons({ print, save }: Pick<ReturnType<typeof useReceiptActions>, "print" | "save">) {
  const t = useWords();
  return (
    <>
      <Button data-autofocus leftSection={<IconPrinter size={17} />} onClick={() => void print()}>
        {t("receipt.print")}
      </Button>
      <Button variant="default" leftSection={<IconDownload size={17} />} onClick={() => void save()}>
        {t("receipt.save_pdf")}
      </Button>
    </>
  );
}

interface ReceiptViewProps {
  receipt: Receipt;
  /** The customer's, where it may go there as a message. */
  phone?: string;
  children?: ReactNode;
}

export function ReceiptView({ receipt, phone, children }: ReceiptViewProps) {
  const printed = usePrinted(receipt);
  const sending = useWhatsapp(phone ?? "", printed);
  const actions = useReceiptActions(receipt.receipt_number, printed);
  return (
    <Stack gap="sm">
      <ReceiptPaper number={receipt.receipt_number} printed={printed} />
      <Group gap="xs">
        <PaperButtons {...actions} />
        {phone === undefined ? null : <WhatsappButton sending={sending} />}
        {children}
      </Group>
      <Trouble error={actions.error} />
    </Stack>
  );
}
