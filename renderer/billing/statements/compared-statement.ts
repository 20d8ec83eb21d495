// A profit-and-loss statement with that of an earlier time laid beside it, account by account. Pure.
import type { ProfitAndLoss } from "../../../shared/billing/index.ts";
import { formatMoney, ZERO } from "../../../shared/kernel/money.ts";
import { beside } from "../../kernel/compare/periods.ts";

type Section = ProfitAndLoss["sections"][number];
type Line = Section["accounts"][number];

export interface ComparedStatement {
  readonly sections: readonly {
    readonly kind: Section["kind"];
    readonly accounts: readonly (Line & { readonly then?: string })[];
    readonly total: string;
    readonly then?: string;
  }[];
  readonly result: string;
  readonly then?: string;
}

const keyOf = ({ account, source }: Line): string => `${account} ${source ?? ""}`;

/** @param then Null: nothing is compared. */
export function comparedStatement(
  now: ProfitAndLoss,
  then: ProfitAndLoss | null,
  digits: number,
): ComparedStatement {
  if (then === null) return now;
  const nothing = formatMoney(ZERO, digits);
  const sections = now.sections.map((section) => {
    const earlier = then.sections.find(({ kind }) => kind === section.kind);
    const lines = beside<Line>(section.accounts, earlier?.accounts ?? [], keyOf);
    const accounts = lines.flatMap((line) => {
      const one = line.now ?? line.then;
      if (!one) return [];
      return [{ ...one, amount: line.now?.amount ?? nothing, then: line.then?.amount ?? nothing }];
    });
    return { ...section, accounts, then: earlier?.total ?? nothing };
  });
  return { sections, result: now.result, then: then.result };
}
