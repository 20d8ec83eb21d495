// Month end: make the month's invoices, see who owes since when, and what came in.
import { SimpleGrid, Stack, Tabs } from "@mantine/core";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Invoice, Transaction } from "../../../shared/billing/index.ts";
import { AGE_BUCKETS, type AgeBucket, type AgedDue } from "../../../shared/billing/ledger/ageing.rules.ts";
import { addDays, isMonth, monthOf } from "../../../shared/kernel/day.ts";
import { useConnection } from "../../kernel/connection/connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { Page } from "../../kernel/screen/parts.tsx";
import classes from "../../kernel/screen/tabbed-page.module.css";
import { useFormat } from "../../kernel/use-format.ts";
import { AgeingCard } from "./ageing-card.tsx";
import { BatchCard } from "./batch-card.tsx";
import { CollectionsCard } from "./collections-card.tsx";
import { Debtors } from "./debtors.tsx";
import { LockCard } from "./lock-card.tsx";
import { batchPreview, collections } from "./month-figures.ts";
import { MonthInvoices } from "./month-invoices.tsx";
import { RunsCard } from "./runs-card.tsx";
import { TaxCard } from "./tax-card.tsx";
import { useAgedDues } from "./use-aged-dues.ts";
import { useBatch } from "./use-batch.ts";

const DAYS = 30;
const VIEWS = ["overview", "dues", "invoices"] as const;
const NO_INVOICES: readonly Invoice[] = [];
const NO_TRANSACTIONS: readonly Transaction[] = [];

function Overview({
  month,
  invoices,
  dues,
  onMonth,
  onAge,
}: {
  month: string;
  invoices: readonly Invoice[];
  dues: readonly AgedDue[];
  onMonth: (month: string) => void;
  onAge: (bucket: AgeBucket) => void;
}) {
  const { digits, timezone, today: now } = useFormat();
  const today = now();
  const batch = useBatch();
  const customers = useRows("customers", { selector: { status: "ACTIVE" } });
  // A day more than shown: the tenant's day may begin before the day of UTC does.
  const since = addDays(today, -DAYS);
  const received = useRows("transactions", { selector: { received_at: { $gte: since } } }) ?? NO_TRANSACTIONS;
  const preview = useMemo(
    () => (customers ? batchPreview(customers, invoices) : null),
    [customers, invoices],
  );
  const days = useMemo(
    () => collections(received, { today, days: DAYS, timezone, digits }),
    [received, today, timezone, digits],
  );
  return (
    <div className={classes.scroll}>
      <SimpleGrid cols={2} spacing="md" className={classes.columns}>
        <Stack gap="md">
          <BatchCard month={month} onMonth={onMonth} preview={preview} batch={batch} />
          <CollectionsCard days={days} />
        </Stack>
        <Stack gap="md">
          <AgeingCard dues={dues} onOpen={onAge} />
          <TaxCard month={month} />
          <LockCard month={month} />
          <RunsCard runs={batch.runs} />
        </Stack>
      </SimpleGrid>
    </div>
  );
}

export function MonthEndPage() {
  const t = useWords();
  const format = useFormat();
  const seen = useConnection((connection) => connection.last_in_sync_at);
  const [place, setPlace] = useSearchParams();
  const asked = place.get("month") ?? "";
  const month = isMonth(asked) ? asked : monthOf(format.today());
  const view = VIEWS.find((name) => name === place.get("view")) ?? "overview";
  const invoices = useRows("invoices", { selector: { billing_month: month } }) ?? NO_INVOICES;
  const dues = useAgedDues();
  const age = AGE_BUCKETS.find((bucket) => bucket === place.get("age")) ?? null;
  const go = (next: { month?: string; view?: string; age?: AgeBucket | null }, replace = true) => {
    const { age: wanted = age, ...rest } = next;
    setPlace({ month, view, ...(wanted ? { age: wanted } : {}), ...rest }, { replace });
  };
  return (
    <Page
      title={t("nav.month_end")}
      subtitle={seen ? t("month.as_of", { ago: format.ago(seen) }) : t("month.as_of_never")}
      fill
    >
      <Tabs value={view} onChange={(value) => go({ view: value ?? "overview" })} className={classes.tabs}>
        <Tabs.List>
          <Tabs.Tab value="overview">{t("month.overview")}</Tabs.Tab>
          <Tabs.Tab value="dues">{t("month.debtors")}</Tabs.Tab>
          <Tabs.Tab value="invoices">
            {t("month.invoices")} · {format.month(month)}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview" className={classes.panel}>
          <Overview
            month={month}
            invoices={invoices}
            dues={dues}
            onMonth={(next) => go({ month: next })}
            onAge={(bucket) => go({ view: "dues", age: bucket }, false)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="dues" className={classes.panel}>
          <Debtors dues={dues} bucket={age} onBucket={(bucket) => go({ age: bucket })} />
        </Tabs.Panel>
        <Tabs.Panel value="invoices" className={classes.panel}>
          <MonthInvoices month={month} invoices={invoices} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
