// Cells of the console's lists: sizes of files, ways of payment, and the proof of a backup.
import { Badge, Text } from "@mantine/core";
import { transaction } from "../../shared/billing/index.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { useFormat } from "../kernel/use-format.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A file's size as people say it, "3.4 MB"; of one that is being written, how far it is. */
export function FileSize({ bytes, rows }: { bytes: number | null; rows: number }) {
  const t = useWords();
  const { locale, number } = useFormat();
  if (bytes === null) return rows > 0 ? t("console.rows", { n: number(rows) }) : "—";
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = UNITS[power] ?? "byte";
  const size = new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
  return (
    <span className="figures" title={String(bytes)}>
      {size.format(bytes / 1000 ** power)}
    </span>
  );
}

/** A way of payment that is typed freely: the usual ones in the reader's words. */
export function PaidBy({ method }: { method: string }) {
  return useResourceWords(transaction).choice("method", method);
}

/** What a company is served as, which is typed freely: the usual one in the reader's words. */
export function Tier({ tier }: { tier: string }) {
  const t = useWords();
  return tier === "STANDARD" ? t("console.tier_standard") : tier;
}

/** Whether a backup was restored for proof, and when. */
export function Proof({ at, error }: { at: string | null; error: string | null }) {
  const t = useWords();
  const format = useFormat();
  if (error)
    return (
      <Badge color="red" title={error}>
        {t("console.proof_failed")}
      </Badge>
    );
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {t("console.not_proven")}
      </Text>
    );
  return <span title={format.ago(at)}>{format.instant(at)}</span>;
}
