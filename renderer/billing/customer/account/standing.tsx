// How somebody stands, in words and never by a sign: owes, ahead, or neither.
import { Text } from "@mantine/core";
import { type Minor, negate } from "../../../../shared/kernel/money.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { useFormat } from "../../../kernel/use-format.ts";

/** @param owed above zero: owes; below: ahead */
export function Standing({ owed }: { owed: Minor }) {
  const t = useWords();
  const format = useFormat();
  if (owed === 0n) {
    return (
      <Text span inherit c="dimmed" className="figures">
        {format.money(owed)}
      </Text>
    );
  }
  const ahead = owed < 0n;
  return (
    <Text span inherit c={ahead ? "var(--money-credit)" : undefined} className="figures">
      {t(ahead ? "story.ahead" : "story.owes", { amount: format.money(ahead ? negate(owed) : owed) })}
    </Text>
  );
}
