// A credit note for a bill: all that is left of it, some lines by quantity or amount, or an amount; shown before it is made.
import { Input, SegmentedControl, Table, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useNavigate } from "react-router";
import {
  type CreditNote,
  createCreditNote,
  type Invoice,
  type PreviewChanges,
} from "../../../shared/billing/index.ts";
import { usePreview } from "../../kernel/connection/server-answers.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { ChangesPreview } from "./changes-preview.tsx";
import {
  CREDIT_MODES,
  type CreditDraft,
  type CreditMode,
  creditBody,
  creditValue,
  type LineDraft,
} from "./credit-note-draft.ts";

const REASONS = [
  "undo.reason.outage",
  "undo.reason.wrong",
  "undo.reason.twice",
  "undo.reason.agreed",
] as const;
/** A preview is asked for when the typing has paused this long. */
const PAUSE_MS = 300;
const PREVIEW = "/api/v1/credit-notes/preview/";

interface Creditable {
  readonly invoice_line: string | null;
  readonly description: string;
  readonly charged: string;
  readonly credited: string;
  readonly left: string;
}

interface CreditPreview {
  readonly amount: string;
  readonly tax_amount: string;
  readonly creditable: readonly Creditable[];
  readonly changes: PreviewChanges;
}

interface LinesProps {
  creditable: readonly Creditable[];
  lines: CreditDraft["lines"];
  onLine: (line: string, draft: LineDraft) => void;
}

function Lines({ creditable, lines, onLine }: LinesProps) {
  const t = useWords();
  const format = useFormat();
  const field = (line: Creditable & { invoice_line: string }, by: LineDraft["by"]) => {
    const typed = lines[line.invoice_line];
    const mine = typed?.by === by ? typed : undefined;
    return (
      <TextInput
        size="xs"
        w={90}
        inputMode="decimal"
        className="figures"
        aria-label={t(`undo.line_${by}`, { line: line.description })}
        value={mine?.text ?? ""}
        error={mine !== undefined && mine.text.trim() !== "" && creditValue(mine, format) === null}
        onChange={({ currentTarget }) => onLine(line.invoice_line, { by, text: currentTarget.value })}
      />
    );
  };
  return (
    <Table aria-label={t("undo.credit.lines")} verticalSpacing={4} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("undo.credit.lines")}</Table.Th>
          <Table.Th ta="right">{t("undo.charged")}</Table.Th>
          <Table.Th ta="right">{t("undo.left")}</Table.Th>
          <Table.Th>{t("undo.quantity")}</Table.Th>
          <Table.Th>{t("undo.amount")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {creditable.map((line) => {
          const { invoice_line, description } = line;
          const open = invoice_line !== null && format.minor(line.left) > 0n;
          return (
            <Table.Tr key={invoice_line ?? ""}>
              <Table.Td>{description || t("undo.no_line")}</Table.Td>
              <Table.Td ta="right">
                <Money value={line.charged} />
              </Table.Td>
              <Table.Td ta="right">
                <Money value={line.left} tone={open ? "plain" : "quiet"} />
              </Table.Td>
              <Table.Td>{open ? field({ ...line, invoice_line }, "quantity") : null}</Table.Td>
              <Table.Td>{open ? field({ ...line, invoice_line }, "amount") : null}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

export function CreditNoteDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const mayOpen = useMayOpen("credit-notes/:id");
  const { run } = useOperate();
  const [draft, setDraft] = useState<CreditDraft>({ mode: "all", lines: {}, amount: "" });
  const wanted = creditBody(invoice.id, draft, format);
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const whole = usePreview<CreditPreview>(PREVIEW, { invoice: invoice.id });
  const preview = usePreview<CreditPreview>(PREVIEW, asked);
  const current = wanted !== null && JSON.stringify(asked) === JSON.stringify(wanted);
  const shown = current ? preview.data : null;
  const write = async (reason: string) => {
    const made = (await run(createCreditNote, "", { ...wanted, reason })) as CreditNote;
    notifications.show({
      color: "green",
      message: t("undo.credit.done", { number: made.credit_note_number }),
    });
    if (mayOpen) void navigate(`/credit-notes/${made.id}`);
  };
  return (
    <ReasonDialog
      title={t("undo.credit.title", { number: invoice.invoice_number })}
      reasons={REASONS.map((key) => t(key))}
      required
      danger
      size={720}
      confirm={t("undo.credit.confirm")}
      blocked={!shown}
      onConfirm={write}
      onClose={onClose}
    >
      <Input.Wrapper label={t("undo.credit.how")} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t("undo.credit.how")}
          value={draft.mode}
          onChange={(mode) => setDraft({ ...draft, mode: mode as CreditMode })}
          data={CREDIT_MODES.map((value) => ({ value, label: t(`undo.credit.${value}`) }))}
        />
      </Input.Wrapper>
      {draft.mode === "lines" ? (
        <Lines
          creditable={whole.data?.creditable ?? []}
          lines={draft.lines}
          onLine={(line, typed) => setDraft({ ...draft, lines: { ...draft.lines, [line]: typed } })}
        />
      ) : null}
      {draft.mode === "amount" ? (
        <TextInput
          label={t("undo.amount")}
          inputMode="decimal"
          className="figures"
          value={draft.amount}
          error={draft.amount !== "" && wanted === null}
          onChange={({ currentTarget }) => setDraft({ ...draft, amount: currentTarget.value })}
          autoFocus
        />
      ) : null}
      {shown ? (
        <Text fz="sm" fw={600} role="status">
          {t("undo.credit.total", {
            amount: format.currencyMoney(shown.amount),
            tax: format.currencyMoney(shown.tax_amount),
          })}
        </Text>
      ) : null}
      {wanted ? <ChangesPreview changes={shown?.changes} error={current ? preview.error : null} /> : null}
    </ReasonDialog>
  );
}
