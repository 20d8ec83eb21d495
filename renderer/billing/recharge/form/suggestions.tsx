// The amounts that are likely meant, one key each: the package, the due, both.
import { Button, Group, Kbd } from "@mantine/core";
import { add, type Minor } from "../../../../shared/kernel/money.ts";
import { type Key, useWords } from "../../../kernel/i18n/index.ts";
import { Money } from "../../../kernel/screen/parts.tsx";
import type { PaymentKind } from "../recharge-store.ts";

export interface Suggestion {
  readonly label: Key;
  readonly amount: Minor;
}

/** In the order of their keys: Alt+1, Alt+2, Alt+3. */
export function suggestionsOf(kind: PaymentKind, price: Minor | null, due: Minor): readonly Suggestion[] {
  const owes: Suggestion[] = due > 0n ? [{ label: "customer.due", amount: due }] : [];
  if (kind === "payment" || price === null || price <= 0n) return owes;
  const both: Suggestion[] = due > 0n ? [{ label: "payment.both", amount: add(price, due) }] : [];
  return [{ label: "customer.package", amount: price }, ...owes, ...both];
}

interface SuggestionsProps {
  suggestions: readonly Suggestion[];
  amount: Minor | null;
  pick: (amount: Minor) => void;
}

export function Suggestions({ suggestions, amount, pick }: SuggestionsProps) {
  const t = useWords();
  return (
    <Group gap={6} role="group" aria-label={t("payment.suggestions")}>
      {suggestions.map(({ label, amount: offered }, index) => (
        <Button
          key={label}
          size="compact-sm"
          variant={amount === offered ? "light" : "default"}
          aria-pressed={amount === offered}
          aria-keyshortcuts={`Alt+${index + 1}`}
          onClick={() => pick(offered)}
          rightSection={<Kbd size="xs">Alt {index + 1}</Kbd>}
          px={8}
        >
          {t(label)}&nbsp;
          <Money value={offered} />
        </Button>
      ))}
    </Group>
  );
}
