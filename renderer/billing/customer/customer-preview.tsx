// A customer in short, beside the list: who, what is due, until when, the line, and what was paid and billed last.
import { Anchor, Button, Divider, Group, Kbd, Loader, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconCash, IconCoins } from "@tabler/icons-react";
import { Link } from "react-router";
import { invoice, transaction } from "../../../shared/billing/index.ts";
import { customer as customerResource } from "../../../shared/subscribers/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { Fact, Money, PendingClock, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { LineState, useSeesSessions } from "../../network/index.ts";
import { useSeesMoney } from "../../subscribers/index.ts";
import { openPayment } from "../recharge/recharge-store.ts";
import { type CustomerAccount, useCustomerAccount } from "../use-customer-money.ts";
import { ExpiryFact, MoneyFacts, PackageFact } from "./customer-facts.tsx";

const SHOWN = 4;

function LastMoney({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const format = useFormat();
  const payments = useResourceWords(transaction);
  const bills = useResourceWords(invoice);
  const paid = useRows("transactions", {
    selector: { customer: account.customer.id },
    sort: [{ customer: "desc" }, { received_at: "desc" }],
  });
  const shown = (paid ?? []).filter(({ status }) => status === "COMPLETED").slice(0, SHOWN);
  const open = account.invoices.filter(({ due_amount }) => /[1-9]/.test(due_amount)).slice(0, SHOWN);
  const row = (key: string, what: string, when: string, amount: string) => (
    <Group key={key} justify="space-between" wrap="nowrap" gap="sm">
      <Text fz="sm" className="cut">
        {what}{" "}
        <Text span c="dimmed" inherit>
          {when}
        </Text>
      </Text>
      <Text fz="sm" fw={600}>
        <Money value={amount} />
      </Text>
    </Group>
  );
  return (
    <>
      <Stack gap={4}>
        <Text fw={600} fz="sm">
          {t("preview.open_bills")}
        </Text>
        {open.map((bill) => row(bill.id, bill.invoice_number, format.day(bill.due_date), bill.due_amount))}
        {open.length === 0 ? (
          <Text fz="sm" c="dimmed">
            {bills.none}
          </Text>
        ) : null}
      </Stack>
      <Stack gap={4}>
        <Text fw={600} fz="sm">
          {t("preview.last_payments")}
        </Text>
        {shown.map((one) =>
          row(one.id, payments.choice("method", one.method), format.instant(one.received_at), one.amount),
        )}
        {shown.length === 0 ? (
          <Text fz="sm" c="dimmed">
            {payments.none}
          </Text>
        ) : null}
      </Stack>
    </>
  );
}

function Known({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const words = useResourceWords(customerResource);
  const can = useSession((session) => session.can);
  const seesMoney = useSeesMoney();
  const seesSessions = useSeesSessions();
  const { customer, pending, refused } = account;
  return (
    <Stack gap="md">
      <div>
        <Group gap={8} wrap="nowrap">
          <Title order={2} className="cut">
            <Anchor component={Link} to={`/customers/${customer.id}`} inherit>
              {customer.name}
            </Anchor>
          </Title>
          <StatusBadge of={customerResource} status={customer.status} />
          {pending ? <PendingClock /> : null}
        </Group>
        <Text fz="sm" c="dimmed">
          {[customer.customer_code, customer.username, customer.area].filter(Boolean).join(" · ")}
        </Text>
      </div>
      <SimpleGrid cols={2} spacing="md" verticalSpacing="sm">
        <MoneyFacts account={account} />
        <ExpiryFact customer={customer} />
        <PackageFact customer={customer} />
        <Fact label={words.field("phone")}>{customer.phone}</Fact>
        {seesSessions ? (
          <Fact label={t("customer.line")}>
            <LineState customerId={customer.id} />
          </Fact>
        ) : null}
        {customer.address ? <Fact label={words.field("address")}>{customer.address}</Fact> : null}
      </SimpleGrid>
      {refused ? null : (
        <Group gap="xs">
          {can("billing.recharge.create") ? (
            <Button
              size="compact-md"
              leftSection={<IconCash size={16} />}
              onClick={() => openPayment(customer.id)}
              rightSection={<Kbd size="xs">F2</Kbd>}
            >
              {t("recharge.action")}
            </Button>
          ) : null}
          {can("finance.transaction.create") ? (
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconCoins size={15} />}
              onClick={() => openPayment(customer.id, "payment")}
              rightSection={<Kbd size="xs">F3</Kbd>}
            >
              {t("recharge.payment")}
            </Button>
          ) : null}
        </Group>
      )}
      {seesMoney ? (
        <>
          <Divider />
          <LastMoney account={account} />
        </>
      ) : null}
    </Stack>
  );
}

export function CustomerPreview({ id }: { id: string }) {
  const account = useCustomerAccount(id);
  if (account === undefined) return <Loader size="sm" />;
  return account === null ? null : <Known account={account} />;
}
