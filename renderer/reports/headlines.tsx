// The four figures that an owner looks at first.
import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { monthOf } from "../../shared/kernel/day.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { Money } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { Figure } from "./figure.tsx";
import { receivedOn } from "./received-on.ts";

function Headline({ label, value, below }: { label: string; value: ReactNode; below: ReactNode }) {
  return (
    <Paper px="sm" py={4} component="section" aria-label={label}>
      <Text fz="xs" c="dimmed">
        {label}
      </Text>
      <Text component="div" fz={22} lh={1.3} fw={650} className="figures">
        {value}
      </Text>
      <Text component="div" fz="xs" c="dimmed" mt={4}>
        {below}
      </Text>
    </Paper>
  );
}

const CHANGE = { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" } as const;

/** This month's money against last month's until the same day, in words. */
function useCompared({ collections, compared }: Dashboard): string {
  const t = useWords();
  const format = useFormat();
  const then = Number(compared.amount);
  if (then === 0) return t("report.compared_none");
  const change = format.number((Number(collections.this_month) - then) / then, CHANGE);
  return t("report.compared", { change, amount: format.money(compared.amount) });
}

export function Headlines({ of }: { of: Dashboard }) {
  const { collections, compared, dues, mrr, arpu, customers } = of;
  const against = useCompared(of);
  const t = useWords();
  const format = useFormat();
  const today = format.today();
  const month = monthOf(today);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="xs">
      <Headline
        label={t("report.collected.today")}
        value={
          <Figure to={receivedOn(today, today)}>
            <Money value={collections.today} currency />
          </Figure>
        }
        below={
          <Figure to="customers?status=ACTIVE">
            {t("report.customers.active_now", { count: customers.active, n: customers.active })}
          </Figure>
        }
      />
      <Headline
        label={t("report.collected.this_month_long")}
        value={
          <Figure to={receivedOn(`${month}-01`, today)}>
            <Money value={collections.this_month} currency />
          </Figure>
        }
        below={<Figure to={receivedOn(compared.from, compared.to)}>{against}</Figure>}
      />
      <Headline
        label={t("report.dues")}
        value={
          <Figure to="customers?due=1">
            <Money value={dues.total} currency />
          </Figure>
        }
        below={
          <Figure to="invoices?status=OVERDUE">
            <Money value={dues.overdue} tone={Number(dues.overdue) > 0 ? "overdue" : "plain"} />{" "}
            {t("report.dues.overdue")}
          </Figure>
        }
      />
      <Headline
        label={t("report.mrr")}
        value={
          <Figure to="packages">
            <Money value={mrr} currency />
          </Figure>
        }
        below={t("report.arpu", { amount: format.money(arpu) })}
      />
    </SimpleGrid>
  );
}
