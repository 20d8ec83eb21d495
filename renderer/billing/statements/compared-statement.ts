// A profit-and-loss statement with that of an earlier time laid beside it, account by account. Pure.
import type { ProfitAndLoss } from "../../../shared/billing/index.ts";
import { formatMoney, ZERO } from "../../../shared/kernel/money.ts";
import { beside } from "../../kernel/compare/periods.ts";

type Section = ProfitAndLoss["sections"][number];
type Line = Section["accounts"][number];

export interface ComparedStatement {
  readonly sections: readonly {
    readonly kind: Section["kind"];
    readonly accounts: readonly (Line & { readonly was?: string })[];
    readonly total: string;
    readonly was?: string;
  }[];
  readonly result: string;
  readonly was?: string;
}

const keyOf = ({ account, source }: Line): string => `${account} ${source ?? ""}`;

/** @param was Null: nothing is compared. */
export function comparedStatement(
  now: ProfitAndLoss,
  was: ProfitAndLoss | null,
  digits: number,
): ComparedStatement {
  if (was === null) return now;
  const nothing = formatMoney(ZERO, digits);
  const sections = now.sections.map((section) => {
    const earlier = was.sections.find(({ kind }) => kind === section.kind);
    const lines = beside<Line>(section.accounts, earlier?.accounts ?? [], keyOf);
    const accounts = lines.flatMap((line) => {
      const one = line.now ?? line.was;
      if (!one) return [];
      return [{ ...one, amount: line.now?.amount ?? nothing, was: line.was?.amount ?? nothing }];
    });
    return { ...section, accounts, was: earlier?.total ?? nothing };
  });
  return { sections, result: now.result, was: was.result };
}
