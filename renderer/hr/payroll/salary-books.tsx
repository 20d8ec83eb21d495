// What paying salaries and advances, one or many at once, or taking such a payment back will book: by the rules that the
// server books it by.
import {
  describeJournal,
  type JournalChange,
  type Posting,
  RECEIVED_METHODS,
} from "../../../shared/billing/index.ts";
import {
  advanceJournal,
  type advanceSalary,
  type PaidFrom,
  type Payroll,
  salaryJournals,
} from "../../../shared/hr/index.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { JournalLines } from "../../billing/index.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import type { PreviewProps } from "../../kernel/resource/operation/action.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { StillOpen } from "./still-open.tsx";

type Advance = RecordOf<typeof advanceSalary>;

/** How it was paid; before it is, as it is typed, else as it usually is. */
const paidFrom = (
  { method, holder }: Pick<Advance, "method" | "holder">,
  typed: PreviewProps["input"],
): PaidFrom => ({
  method: RECEIVED_METHODS.find((way) => way === typed.method) ?? method ?? "CASH",
  holder: typeof typed.holder === "string" ? typed.holder : (holder ?? ""),
});

/** The journal that takes another back. */
const mirrored = (postings: readonly Posting[]): JournalChange[] =>
  describeJournal(postings.map(({ debit, credit, ...line }) => ({ ...line, debit: credit, credit: debit })));

function useSalaries({ records, input }: PreviewProps): readonly Posting[] {
  const { minor } = useFormat();
  return records.flatMap((record) => {
    const { id, net_salary, breakdown, ...paid } = record as AnyRecord & Payroll;
    const pay = { id, net: minor(net_salary), advances: minor(breakdown.advances) };
    const { cost, payment } = salaryJournals(pay, paidFrom(paid, input));
    return [...cost, ...payment];
  });
}

function useAdvances({ records, input }: PreviewProps): readonly Posting[] {
  const { minor } = useFormat();
  return records.flatMap((record) => {
    const { id, amount, ...paid } = record as AnyRecord & Advance;
    return advanceJournal({ id, amount: minor(amount) }, paidFrom(paid, input));
  });
}

/** Of months' pays that are not paid yet. */
export function SalaryBooks(shown: PreviewProps) {
  return (
    <>
      <StillOpen of={shown.records as readonly (AnyRecord & Payroll)[]} />
      <JournalLines lines={describeJournal(useSalaries(shown))} />
    </>
  );
}

/** Of months' pays that were paid. */
export function SalaryTakenBack(shown: PreviewProps) {
  return <JournalLines lines={mirrored(useSalaries(shown))} />;
}

/** Of advances that wait for their answer. */
export function AdvanceBooks(shown: PreviewProps) {
  return <JournalLines lines={describeJournal(useAdvances(shown))} />;
}

/** Of advances that were paid. */
export function AdvanceTakenBack(shown: PreviewProps) {
  return <JournalLines lines={mirrored(useAdvances(shown))} />;
}
