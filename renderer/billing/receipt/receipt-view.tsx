// A receipt on screen as it comes out of the printer, with print and PDF.
import { Button, Group, Stack } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { type Receipt, receiptLines } from "../../../shared/billing/receipt.rules.ts";
import { saveFile } from "../../kernel/desk.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session-store.ts";
import { useCall } from "../../kernel/use-line.ts";
import { PaperLines } from "./paper-lines.tsx";
import { printReceipt } from "./print-receipt.ts";
import { columnsOfPaper, paperOf, receiptWords } from "./receipt-words.ts";

const NO_SETTINGS = {};

export function ReceiptView({ receipt, children }: { receipt: Receipt; children?: ReactNode }) {
  const t = useWords();
  const settings = useSession((session) => session.identity?.settings ?? NO_SETTINGS);
  const paper = paperOf(settings);
  const lines = useMemo(
    () => receiptLines(receipt, columnsOfPaper(paper), receiptWords(t)),
    [receipt, paper, t],
  );
  const printing = useCall(() => printReceipt(lines, paper));
  const saving = useCall(async () => {
    // Loaded only when asked for: the maker is larger than the rest of the counter.
    const { receiptFile } = await import("./receipt-file.ts");
    const pdf = await receiptFile(lines, paper, t("receipt.title", { number: receipt.receipt_number }));
    return saveFile(`receipt-${receipt.receipt_number}.pdf`, pdf, "application/pdf");
  });
  return (
    <Stack gap="sm">
      <section className="receipt-paper" aria-label={t("receipt.title", { number: receipt.receipt_number })}>
        <PaperLines lines={lines} columns={columnsOfPaper(paper)} />
      </section>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPrinter size={17} />}
          loading={printing.busy}
          onClick={() => void printing.run()}
        >
          {t("receipt.print")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={17} />}
          loading={saving.busy}
          onClick={() => void saving.run()}
        >
          {t("receipt.save_pdf")}
        </Button>
        {children}
      </Group>
      <Trouble error={printing.error ?? saving.error} />
    </Stack>
  );
}
