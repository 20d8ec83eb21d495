// The month end at a glance: the bills, who owes since when, what came in, the tax and the books.
import { SimpleGrid, Stack } from "@mantine/core";
import { useMemo } from "react";
import type { AgeBucket, AgedDue, Invoice, Transaction } from "../../../shared/billing/index.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import {
  AgeingCard,
  BatchCard,
  CollectionsCard,
  collections,
  LockCard,
  RunsCard,
  TaxCard,
  useBatch,
  useBatchPreview,
} from "../../billing/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import classes from "../../kernel/screen/tabbed-page.module.css";
import { useFormat } from "../../kernel/use-format.ts";

const DAYS = 30;
const NO_TRANSACTIONS: readonly Transaction[] = [];

export function Overview({
  month,
  invoices,
  dues,
  onMonth,
  onAge,
}: {
  month: string;
  invoices: readonly Invoice[];
  dues: readonly AgedDue[] | undefined;
  onMonth: (month: string) => void;
  onAge: (bucket: AgeBucket) => void;
}) {
  const { digits, timezone, today: now } = useFormat();
  const today = now();
  const batch = useBatch();
  // A day more than shown: the tenant's day may begin before the day of UTC does.
  const since = addDays(today, -DAYS);
  const received = useRows("transactions", { selector: { received_at: { $gte: since } } }) ?? NO_TRANSACTIONS;
  const returned = useRows("transactions", { selector: { reversed_at: { $gte: since } } }) ?? NO_TRANSACTIONS;
  const preview = useBatchPreview(invoices, month);
  const days = useMemo(() => {
    const all = new Map([...received, ...returned].map((one) => [one.id, one]));
    return collections([...all.values()], { today, days: DAYS, timezone, digits });
  }, [received, returned, today, timezone, digits]);
  return (
    <div className={classes.scroll}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" className={classes.columns}>
        <Stack gap="md">
          <BatchCard month={month} onMonth={onMonth} preview={preview} batch={batch} />
          <CollectionsCard days={days} />
        </Stack>
        <Stack gap="md">
          {dues ? <AgeingCard dues={dues} onOpen={onAge} /> : null}
          <TaxCard month={month} />
          <LockCard month={month} />
          <RunsCard runs={batch.runs} />
        </Stack>
      </SimpleGrid>
    </div>
  );
}
