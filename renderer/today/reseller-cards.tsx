// A reseller's cards of Today: their balance, whose service ends tonight, and the way to sell.
import { Button, Group, Text } from "@mantine/core";
import { IconCashRegister } from "@tabler/icons-react";
import { Link } from "react-router";
import { useWords } from "../kernel/i18n/index.ts";
import { useRows } from "../kernel/replica-hooks.ts";
import { Money } from "../kernel/screen/parts.tsx";
import { useSession } from "../kernel/session/session-store.ts";
import { useFormat } from "../kernel/use-format.ts";
import { Figure } from "../reports/figure.tsx";
import { Card, Line } from "../reports/parts.tsx";

/** So many are named; the list has all. */
const SHOWN = 10;

export function BalanceCard() {
  const t = useWords();
  const format = useFormat();
  const user = useSession(({ identity }) => identity?.user.id ?? "");
  const own = useRows("resellers", { selector: { user } })?.[0];
  if (!own) return null;
  const credit = Number(own.credit_limit) > 0;
  return (
    <Card
      title={t("today.balance")}
      aside={<Figure to="reseller-ledger">{t("today.balance_entries")}</Figure>}
    >
      <Text component="div" fz={26} fw={650} className="figures">
        <Money value={own.balance} tone={Number(own.balance) < 0 ? "overdue" : "plain"} currency />
      </Text>
      {credit ? (
        <Text fz="sm" c="dimmed">
          {t("today.balance_credit", { amount: format.money(`-${own.credit_limit}`) })}
        </Text>
      ) : null}
      <Group mt="sm">
        <Button component={Link} to="/counter" leftSection={<IconCashRegister size={16} aria-hidden />}>
          {t("today.sell")}
        </Button>
      </Group>
    </Card>
  );
}

export function StopsCard() {
  const t = useWords();
  const format = useFormat();
  const ending = useRows("customers", { selector: { status: "ACTIVE", expiry_date: format.today() } }) ?? [];
  return (
    <Card
      title={t("today.stops")}
      aside={
        <Figure to="customers?status=ACTIVE&expiry=today">
          {t("today.all", { n: format.number(ending.length) })}
        </Figure>
      }
    >
      {ending.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {t("today.stops_none")}
        </Text>
      ) : null}
      {ending.slice(0, SHOWN).map(({ id, name, phone }) => (
        <Line key={id} name={name} to={`customers/${id}`}>
          {phone ?? "—"}
        </Line>
      ))}
    </Card>
  );
}
