// One customer: state, money, time left and line above; account, invoices, payments, line and details below.

import { Button, Group, Loader, Paper, SimpleGrid, Stack, Tabs, Text } from "@mantine/core";
import { IconCash, IconCoins, IconPencil, IconUserOff } from "@tabler/icons-react";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { type Customer, customer as customerResource } from "../../../shared/subscribers/index.ts";
import { resourceWords, useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { daysLeft } from "../../kernel/money-format.ts";
import { usePending, useRecord } from "../../kernel/replica-hooks.ts";
import { useHistory, useRelated } from "../../kernel/resource/pages.ts";
import { Opening } from "../../kernel/screen/lazily.tsx";
import { Fact, Money, Nothing, Page, PendingClock, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { LinePanel, LineState, useSeesSessions } from "../../network/index.ts";
import {
  AccessActions,
  CustomerForm,
  ReconnectButton,
  useLineOf,
  useSeesMoney,
} from "../../subscribers/index.ts";
import { openPayment } from "../recharge/recharge-store.ts";
import { type CustomerAccount, useCustomerAccount } from "../use-customer-money.ts";
import { AccountTab } from "./account/account-tab.tsx";
import { permittedTabs } from "./customer-tabs.ts";
import { DetailsTab } from "./details-tab.tsx";
import { InvoicesTab } from "./invoices-tab.tsx";
import { PaymentsTab } from "./payments-tab.tsx";
import { RefusedCommands } from "./refused-commands.tsx";

function Actions({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const can = useSession((session) => session.can);
  const [editing, setEditing] = useState(false);
  const { customer } = account;
  // Whoever the server refused is no customer yet: correct that first.
  if (account.refused) return null;
  return (
    <>
      {can("billing.recharge.create") ? (
        <Button
          leftSection={<IconCash size={17} />}
          onClick={() => openPayment(customer.id)}
          aria-keyshortcuts="F2"
        >
          {t("recharge.action")} (F2)
        </Button>
      ) : null}
      {can("finance.transaction.create") ? (
        <Button
          variant="default"
          leftSection={<IconCoins size={16} />}
          onClick={() => openPayment(customer.id, "payment")}
          aria-keyshortcuts="F3"
        >
          {t("recharge.payment")} (F3)
        </Button>
      ) : null}
      <AccessActions customer={customer} />
      {can("subscribers.customer.update") ? (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
          {t("customer.edit")}
        </Button>
      ) : null}
      {editing ? <CustomerForm customer={customer} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

/** What a customer owes and has ahead; to who may not know amounts, whether something is due. */
function MoneyFacts({ account: { snapshot, invoices } }: { account: CustomerAccount }) {
  const t = useWords();
  const customerWords = useResourceWords(customerResource);
  const { due_amount: due, advance_amount: advance } = snapshot.customer;
  const overdue = invoices.some(({ status }) => status === "OVERDUE");
  if (!useSeesMoney()) {
    return (
      <Fact label={customerWords.field("due_amount")}>
        {t(due > 0n ? "customer.due_yes" : "customer.due_no")}
      </Fact>
    );
  }
  return (
    <>
      <Fact label={customerWords.field("due_amount")}>
        <Money value={due} tone={due > 0n && overdue ? "overdue" : "plain"} fz="lg" fw={600} currency />
      </Fact>
      <Fact label={customerWords.field("advance_amount")}>
        <Money value={advance} tone={advance > 0n ? "credit" : "quiet"} fz="lg" fw={600} currency />
      </Fact>
    </>
  );
}

function Header({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const customerWords = useResourceWords(customerResource);
  const format = useFormat();
  const { customer } = account;
  const seesMoney = useSeesMoney();
  const seesSessions = useSeesSessions();
  const servicePackage = useRecord("packages", customer.package);
  const today = format.today();
  const left = daysLeft(customer.expiry_date, today);
  const grace = customer.grace_period_until;
  return (
    <Paper p="md">
      <SimpleGrid cols={{ base: 2, xs: 3, lg: 6 }} spacing="lg" verticalSpacing="sm">
        <MoneyFacts account={account} />
        <Fact label={customerWords.field("expiry_date")}>
          <Text span fz="lg" fw={600} className="figures">
            {customer.expiry_date === null ? t("customer.no_limit") : format.day(customer.expiry_date)}
          </Text>
          {left === null ? null : (
            <Text fz="xs" c={left < 0 ? "var(--money-overdue)" : "dimmed"}>
              {left < 0
                ? t("customer.days_over", { count: -left, days: format.number(-left) })
                : t("customer.days_left", { count: left, days: format.number(left) })}
            </Text>
          )}
          {grace && grace >= today ? (
            <Text fz="xs" c="dimmed">
              {t("customer.grace_until", { day: format.day(grace) })}
            </Text>
          ) : null}
        </Fact>
        <Fact label={customerWords.field("package")}>
          {servicePackage?.name ?? "—"}
          {servicePackage && seesMoney ? (
            <Text fz="xs" c="dimmed" className="figures">
              {format.currencyMoney(servicePackage.price)}
            </Text>
          ) : null}
        </Fact>
        {seesSessions ? (
          <Fact label={t("customer.line")}>
            <LineState customerId={customer.id} />
          </Fact>
        ) : null}
        <Fact label={customerWords.field("phone")}>{customer.phone}</Fact>
      </SimpleGrid>
    </Paper>
  );
}

function LineTab({ customer }: { customer: Customer }) {
  const actions = <ReconnectButton customer={customer} />;
  return <LinePanel line={useLineOf(customer)} shows_amounts={useSeesMoney()} actions={actions} />;
}

function Content({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const [params, setParams] = useSearchParams();
  const { customer, pending } = account;
  const can = useSession((session) => session.can);
  const own = permittedTabs(can);
  const history = useHistory(customerResource);
  const related = [...useRelated(customerResource), ...(history ? [history] : [])];
  const tabs = [...own, ...related.map(({ resource }) => resource.path)];
  const tab = tabs.find((known) => known === params.get("tab")) ?? tabs[0];
  return (
    <Page
      title={customer.name}
      window_title={customer.customer_code}
      subtitle={
        <Group gap={8}>
          <StatusBadge of={customerResource} status={customer.status} />
          {pending ? <PendingClock /> : null}
          <span className="figures">
            {[customer.customer_code, customer.username, customer.area].filter(Boolean).join(" · ")}
          </span>
        </Group>
      }
      actions={<Actions account={account} />}
    >
      <RefusedCommands customerId={customer.id} customer={account.refused ? null : customer} />
      <Header account={account} />
      <Tabs
        value={tab}
        onChange={(next) => setParams(next === tabs[0] ? {} : { tab: String(next) }, { replace: true })}
      >
        <Tabs.List mb="md">
          {own.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`customer.tab_${name}`)}
            </Tabs.Tab>
          ))}
          {related.map(({ resource }) => (
            <Tabs.Tab key={resource.path} value={resource.path}>
              {resource === history?.resource
                ? t("record.history")
                : resourceWords(resource, t.language).title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="account">
          <AccountTab account={account} />
        </Tabs.Panel>
        <Tabs.Panel value="invoices">
          <InvoicesTab account={account} />
        </Tabs.Panel>
        <Tabs.Panel value="payments">
          <PaymentsTab account={account} />
        </Tabs.Panel>
        <Tabs.Panel value="line">
          <LineTab customer={customer} />
        </Tabs.Panel>
        <Tabs.Panel value="details">
          <DetailsTab customer={customer} />
        </Tabs.Panel>
        {related.map(({ resource, list }) => (
          <Tabs.Panel key={resource.path} value={resource.path}>
            <Opening>{list(customer.id)}</Opening>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

export function CustomerScreen() {
  const t = useWords();
  const { id = "" } = useParams();
  const account = useCustomerAccount(id);
  const refused = usePending("customers", id).length > 0;
  if (account === undefined) return <Loader m="xl" />;
  if (account === null) {
    return (
      <Stack p="lg">
        {refused ? <RefusedCommands customerId={id} customer={null} /> : null}
        <Nothing icon={IconUserOff} title={t("customer.gone")} hint={t("customer.gone_hint")} />
      </Stack>
    );
  }
  return <Content key={id} account={account} />;
}
