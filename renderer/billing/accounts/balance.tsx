// A debit balance, or a credit balance, told apart by a word and not by a sign alone.
import { Text } from "@mantine/core";
import { type Minor, negate } from "../../../shared/kernel/money.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Money } from "../../kernel/screen/parts.tsx";

/** @param value Debit less credit. */
export function Balance({ value }: { value: Minor }) {
  const t = useWords();
  if (value === 0n) return <Money value={value} tone="quiet" />;
  return (
    <>
      <Money value={value < 0n ? negate(value) : value} />{" "}
      <Text span c="dimmed" fz="xs">
        {t(value < 0n ? "books.cr" : "books.dr")}
      </Text>
    </>
  );
}
