// The dashboard's cards of money: dues by age, what changed the monthly revenue, who holds cash.
import { Text } from "@mantine/core";
import type { Dashboard } from "../../shared/reports/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { Money } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { Figure } from "./figure.tsx";
import { Card, Line } from "./parts.tsx";

export function AgeingCard({ dues }: { dues: Dashboard["dues"] }) {
  const t = useWords();
  const total = Number(dues.total) || 1;
  return (
    <Card title={t("report.dues.by_age")}>
      {dues.ageing.map(({ bucket, amount }) => (
        <Line
          key={bucket}
          name={t(`report.ageing.${bucket}`)}
          to={`month-end?view=dues&age=${encodeURIComponent(bucket)}`}
          share={(Number(amount) / total) * 100}
          color={bucket === "CURRENT" ? "brand.5" : "red.6"}
        >
          <Money value={amount} />
        </Line>
      ))}
    </Card>
  );
}

/** From what the revenue was when the month began to what it is. */
export function MovementsCard({ of: { mrr, mrr_movements } }: { of: Dashboard }) {
  const t = useWords();
  const format = useFormat();
  return (
    <Card title={t("report.mrr.moved")} aside={<Figure to="mrr">{t("report.mrr.whose")}</Figure>}>
      <Line name={t("report.mrr.start")} to={null}>
        <Money value={mrr_movements.start} />
      </Line>
      {mrr_movements.movements.map(({ movement, customers, amount }) => (
        <Line
          key={movement}
          name={`${t(`report.mrr.${movement}`)} · ${format.number(customers)}`}
          to={`mrr?movement=${movement}`}
        >
          <Text span inherit c={Number(amount) < 0 ? "var(--money-overdue)" : undefined}>
            {Number(amount) > 0 ? "+" : null}
            <Money value={amount} />
          </Text>
        </Line>
      ))}
      <Line name={t("report.mrr.now")} to="packages">
        <Money value={mrr} />
      </Line>
    </Card>
  );
}

/** So many fit; the cash page has all. */
const HOLDERS = 4;

export function CashCard({ cash }: { cash: Dashboard["cash"] }) {
  const t = useWords();
  const format = useFormat();
  const called = ({ holder, name }: Dashboard["cash"]["holders"][number]) => {
    if (holder === "OFFICE") return t("report.cash.office");
    return holder === "BANK" ? t("report.cash.bank") : (name ?? holder);
  };
  return (
    <Card
      title={t("report.cash")}
      aside={
        <Figure to="cash">
          <Money value={cash.total} />
        </Figure>
      }
    >
      {cash.holders.slice(0, HOLDERS).map((held) => (
        <Line key={held.holder} name={called(held)} to="cash">
          <Money value={held.amount} />
        </Line>
      ))}
      {cash.holders.length > HOLDERS ? (
        <Line name={t("report.cash.others")} to="cash">
          {format.number(cash.holders.length - HOLDERS)}
        </Line>
      ) : null}
    </Card>
  );
}
