// Month end: its steps from freezing the month to closing its books, and the figures behind them.
import { NativeSelect, Tabs } from "@mantine/core";
import { IconCalendarDollar } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { AGE_BUCKETS, type AgeBucket, type AgedDue, type Invoice } from "../../../shared/billing/index.ts";
import { addDays, isMonth, monthOf } from "../../../shared/kernel/day.ts";
import { Debtors, MonthInvoices, monthChoices, useAgedDues } from "../../billing/index.ts";
import { useConnection } from "../../kernel/connection/connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { WhenHere } from "../../kernel/screen/arriving.tsx";
import { Page } from "../../kernel/screen/parts.tsx";
import classes from "../../kernel/screen/tabbed-page.module.css";
import { useFormat } from "../../kernel/use-format.ts";
import { Overview } from "./overview.tsx";
import { Stepper } from "./stepper.tsx";

const VIEWS = ["steps", "overview", "dues", "invoices"] as const;
const NO_INVOICES: readonly Invoice[] = [];
const NO_DUES: readonly AgedDue[] = [];

interface Place {
  month?: string;
  view?: string;
  age?: AgeBucket | null;
}

export function MonthEndPage() {
  const t = useWords();
  const format = useFormat();
  const seen = useConnection((connection) => connection.last_in_sync_at);
  const [place, setPlace] = useSearchParams();
  const today = format.today();
  const asked = place.get("month") ?? "";
  const view = VIEWS.find((name) => name === place.get("view")) ?? "steps";
  // What ends is the month before; what is billed and looked at until then is this one.
  const usual = view === "steps" ? monthOf(addDays(`${monthOf(today)}-01`, -1)) : monthOf(today);
  const month = isMonth(asked) ? asked : usual;
  const invoices = useRows("invoices", { selector: { billing_month: month } }) ?? NO_INVOICES;
  const dues = useAgedDues();
  const age = AGE_BUCKETS.find((bucket) => bucket === place.get("age")) ?? null;
  const go = (next: Place, replace = true) => {
    const { age: wanted = age, ...rest } = next;
    const kept = isMonth(asked) ? { month } : {};
    setPlace({ ...kept, view, ...(wanted ? { age: wanted } : {}), ...rest }, { replace });
  };
  return (
    <Page
      title={t("nav.month_end")}
      subtitle={seen ? t("month.as_of", { ago: format.ago(seen) }) : t("month.as_of_never")}
      actions={
        <NativeSelect
          aria-label={t("month.batch.month")}
          value={month}
          onChange={({ currentTarget }) => go({ month: currentTarget.value })}
          data={monthChoices(today).map((value) => ({ value, label: format.month(value) }))}
        />
      }
      fill
    >
      <Tabs
        value={view}
        onChange={(value) => go({ view: value ?? "steps" })}
        className={classes.tabs}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="steps">{t("month_end.steps")}</Tabs.Tab>
          <Tabs.Tab value="overview">{t("month.overview")}</Tabs.Tab>
          <Tabs.Tab value="dues">{t("month.debtors")}</Tabs.Tab>
          <Tabs.Tab value="invoices">
            {t("month.invoices")} · {format.month(month)}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="steps" className={classes.panel}>
          <Stepper key={month} month={month} invoices={invoices} dues={dues ?? NO_DUES} />
        </Tabs.Panel>
        <Tabs.Panel value="overview" className={classes.panel}>
          <WhenHere icon={IconCalendarDollar}>
            <Overview
              month={month}
              invoices={invoices}
              dues={dues}
              onMonth={(next) => go({ month: next })}
              onAge={(bucket) => go({ view: "dues", age: bucket }, false)}
            />
          </WhenHere>
        </Tabs.Panel>
        <Tabs.Panel value="dues" className={classes.panel}>
          {dues ? <Debtors dues={dues} bucket={age} onBucket={(bucket) => go({ age: bucket })} /> : null}
        </Tabs.Panel>
        <Tabs.Panel value="invoices" className={classes.panel}>
          <MonthInvoices month={month} invoices={invoices} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
