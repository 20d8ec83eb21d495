// What one decides by in the review list, beside an item's own fields: what happened to whose money, and its receipt.
import { Text } from "@mantine/core";
import { Link } from "react-router";
import type { ReviewItem } from "../../../shared/platform/index.ts";
import { type Translate, valueNamed } from "../../kernel/i18n/index.ts";
import type { Column } from "../../kernel/table/columns.ts";
import type { Format } from "../../kernel/use-format.ts";
import type { ItemFacts } from "./review-rows.ts";
import { reviewSays } from "./review-says.ts";

/** Whom money was meant for, how and where it was taken. */
export function meantWords({ name, phone, method, till }: ItemFacts, t: Translate): string {
  const who = [name, phone].filter(Boolean).join(", ");
  return [
    who ? t("review.meant", { who }) : "",
    method ? valueNamed("method", method, t.language) : "",
    till ? t("review.till", { till }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

function Detail({ item: { customer }, detail, meant }: { item: ReviewItem; detail: string; meant: string }) {
  return (
    <Text fz="sm" lh={1.2} lineClamp={2} title={`${meant} ${detail}`} style={{ whiteSpace: "normal" }}>
      {meant ? (
        <Text span inherit fw={600}>
          {meant}.{" "}
        </Text>
      ) : null}
      {customer ? (
        <Text span component={Link} to={`/customers/${customer}`} inherit c="var(--mantine-color-anchor)">
          {detail}
        </Text>
      ) : (
        detail
      )}
    </Text>
  );
}

export function reviewColumns(
  t: Translate,
  format: Format,
  factsOf: (item: ReviewItem) => ItemFacts,
): Readonly<Record<"detail" | "receipt", Column<ReviewItem>>> {
  const says = (item: ReviewItem) => reviewSays(item, t, format);
  return {
    detail: {
      id: "detail",
      header: t("sync.review.detail"),
      width: 220,
      grow: true,
      value: says,
      text: (item) => [says(item), meantWords(factsOf(item), t)].filter(Boolean).join(" · "),
      cell: (item) => <Detail item={item} detail={says(item)} meant={meantWords(factsOf(item), t)} />,
    },
    receipt: {
      id: "receipt",
      header: t("sync.outbox.receipt"),
      width: 90,
      value: (item) => factsOf(item).receipt,
    },
  };
}
