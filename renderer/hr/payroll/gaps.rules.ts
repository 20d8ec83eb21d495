// What is missing before a month is paid, in the order in which it is told. Pure.
import { PAYROLL_GAPS, type PayrollGap, type PayrollGaps } from "../../../shared/hr/index.ts";

export type Gap = PayrollGaps["gaps"][number];

/** People with the same gap. */
export interface GapGroup {
  readonly gap: PayrollGap;
  readonly gaps: readonly Gap[];
}

const BLOCKING: readonly PayrollGap[] = ["NO_SALARY"];

/** Whether no pay is drawn up for an employee as long as this is so. */
export const isBlocking = (gap: PayrollGap): boolean => BLOCKING.includes(gap);

export const groupsOf = (gaps: readonly Gap[]): GapGroup[] =>
  PAYROLL_GAPS.map((gap) => ({ gap, gaps: gaps.filter((one) => one.gap === gap) })).filter(
    (group) => group.gaps.length > 0,
  );

/** What may still change a pay: it prevents neither drawing up nor paying, and is said before. */
export const undecided = (gaps: readonly Gap[]): GapGroup[] =>
  groupsOf(gaps).filter(({ gap }) => !isBlocking(gap));
