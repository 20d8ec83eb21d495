// The four figures that an owner looks at first.
import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { addDays, monthOf } from "../../shared/kernel/day.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { Money } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { Figure } from "./figure.tsx";
import { receivedOn } from "./received-on.ts";

function Headline({ label, value, below }: { label: string; value: ReactNode; below: ReactNode }) {
  return (
    <Paper px="md" py="sm" component="section" aria-label={label}>
      <Text fz="xs" c="dimmed">
        {label}
      </Text>
      <Text component="div" fz={22} lh={1.35} fw={650} className="figures">
        {value}
      </Text>
      <Text component="div" fz="xs" c="dimmed">
        {below}
      </Text>
    </Paper>
  );
}

export function Headlines({ of: { collections, dues, mrr, arpu, customers } }: { of: Dashboard }) {
  const t = useWords();
  const format = useFormat();
  const today = format.today();
  const month = monthOf(today);
  const endOfLast = addDays(`${month}-01`, -1);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
      <Headline
        label={t("report.collected.today")}
        value={
          <Figure to={receivedOn(today, today)}>
            <Money value={collections.today} currency />
          </Figure>
        }
        below={
          <>
            <Figure to={receivedOn(`${month}-01`, today)}>
              <Money value={collections.this_month} /> {t("report.collected.this_month")}
            </Figure>
            {" · "}
            <Figure to={receivedOn(`${monthOf(endOfLast)}-01`, endOfLast)}>
              <Money value={collections.last_month} /> {t("report.collected.last_month")}
            </Figure>
          </>
        }
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
      <Headline
        label={t("report.customers")}
        value={
          <>
            <Figure to="customers?status=ACTIVE">{format.number(customers.active)}</Figure>{" "}
            <Text span fz="sm" c="dimmed" fw={400}>
              <Figure to="customers">{t("report.customers.of", { n: customers.total })}</Figure>
            </Text>
          </>
        }
        below={t("report.customers.new", { n: customers.new_this_month })}
      />
    </SimpleGrid>
  );
}
