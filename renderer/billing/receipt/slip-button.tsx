// A slip of the receipt printer behind a button: shown as it comes out, printed or saved, on the company's paper or the other.
import { Button, Group, SegmentedControl, Stack } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import {
  columnsOfPaper,
  type PaperWidth,
  paperOf,
  receiptWords,
} from "../../../shared/billing/documents/receipt-words.ts";
import {
  type Slip,
  type SlipHead,
  type SlipStyle,
  slipLines,
} from "../../../shared/billing/documents/slip.rules.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { tenantFormat } from "../../kernel/money-format.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { companyHead } from "../recharge/payment-plan.ts";
import { PaperButtons, ReceiptPaper, useReceiptActions } from "./receipt-view.tsx";
import { useCompanySettings, usePaperLanguage } from "./use-printed.ts";

/** Who was there when it was made has the first one: after so long it is a copy. */
const COPY_AFTER_MS = 3_600_000;
const PAPERS = ["58", "80"] as const;

interface SlipButtonProps {
  number: string;
  /** When what it tells of was done, RFC 3339. */
  made_at: string;
  slip: (style: SlipStyle, is_copy: boolean) => Slip;
}

/** The company's papers: how they are written, what stands on top, and the width of the roll. */
function useCompanyPaper() {
  const settings = useCompanySettings();
  const language = usePaperLanguage();
  return useMemo(() => {
    const {
      company_name: name,
      support_phone: phone,
      tax_number,
      address,
      legal_text,
    } = companyHead(settings);
    const head: SlipHead = {
      ...{ name, address, phone, legal_text },
      tax_number: tax_number && `${receiptWords(language).tax_number} ${tax_number}`,
    };
    const style: SlipStyle = { language, format: tenantFormat(settings, language) };
    return { head, style, paper: paperOf(settings) };
  }, [settings, language]);
}

function SlipPaper({ number, made_at, slip, onClose }: SlipButtonProps & { onClose: () => void }) {
  const t = useWords();
  const { head, style, paper: usual } = useCompanyPaper();
  const [paper, setPaper] = useState<PaperWidth>(usual);
  const is_copy = Date.now() - Date.parse(made_at) > COPY_AFTER_MS;
  const lines = slipLines(slip(style, is_copy), head, columnsOfPaper(paper));
  const printed = { lines, paper };
  const actions = useReceiptActions(number, printed);
  return (
    <Dialog opened onClose={onClose} size="auto" title={t("slip.title", { number })}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t("slip.paper")}
          data={PAPERS.map((value) => ({ value, label: t(`slip.paper_${value}`) }))}
          value={paper === 58 ? "58" : "80"}
          onChange={(value) => setPaper(value === "58" ? 58 : 80)}
        />
        <ReceiptPaper number={number} printed={printed} />
        <Group gap="xs">
          <PaperButtons {...actions} />
        </Group>
        <Trouble error={actions.error} />
      </Stack>
    </Dialog>
  );
}

export function SlipButton(props: SlipButtonProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReceipt size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("slip.open")}
      </Button>
      {open ? <SlipPaper {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
