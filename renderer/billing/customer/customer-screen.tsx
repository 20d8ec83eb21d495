// One customer: state, money, time left and line above; what happened, account, bills, payments, line and details below.

import { Box, Button, Group, Loader, Paper, SimpleGrid, Stack, Tabs } from "@mantine/core";
import { IconCash, IconCoins, IconPencil, IconPlugConnected, IconUserOff } from "@tabler/icons-react";
import { type ComponentType, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { type Customer, customer as customerResource } from "../../../shared/subscribers/index.ts";
import { resourceWords, useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { type PageAction, usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { usePending } from "../../kernel/replica-hooks.ts";
import { RecordActs } from "../../kernel/resource/operation/bulk-acts.tsx";
import { useHistory, useRelated } from "../../kernel/resource/pages.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Opening } from "../../kernel/screen/lazily.tsx";
import { Fact, Page, PendingClock, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useNarrow } from "../../kernel/theme/narrow.ts";
import { LinePanel, LineState, useSeesSessions } from "../../network/index.ts";
import {
  AccessActions,
  CustomerForm,
  ReconnectButton,
  useLineOf,
  useSeesMoney,
} from "../../subscribers/index.ts";
import { openPayment } from "../recharge/recharge-store.ts";
import { ChangeButton } from "../service/change-button.tsx";
import { ServiceMenu } from "../service/service-menu.tsx";
import { type CustomerAccount, useCustomerAccount } from "../use-customer-money.ts";
import { AccountTab } from "./account/account-tab.tsx";
import { ExpiryFact, MoneyFacts, PackageFact } from "./customer-facts.tsx";
import { openedAt, permittedTabs } from "./customer-tabs.ts";
import { DetailsTab } from "./details-tab.tsx";
import { InvoicesTab } from "./invoices-tab.tsx";
import { PaymentsTab } from "./payments-tab.tsx";
import { RefusedCommands } from "./refused-commands.tsx";
import { type NamedTab, TabList } from "./tab-list.tsx";

function Actions({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const can = useSession((session) => session.can);
  const [editing, setEditing] = useState(false);
  const { customer } = account;
  const verbs: PageAction[] = [];
  const heard = { is_heard: true } as const;
  if (!account.refused && can("billing.recharge.create"))
    verbs.push({
      id: "recharge",
      label: t("recharge.action"),
      icon: IconCash,
      key: "F2",
      ...heard,
      run: () => openPayment(customer.id),
    });
  if (!account.refused && can("finance.transaction.create"))
    verbs.push({
      id: "payment",
      label: t("recharge.payment"),
      icon: IconCoins,
      key: "F3",
      ...heard,
      run: () => openPayment(customer.id, "payment"),
    });
  if (!account.refused && can("subscribers.customer.update"))
    verbs.push({
      id: "edit",
      label: t("customer.edit"),
      icon: IconPencil,
      key: "E",
      run: () => setEditing(true),
    });
  usePageActions(verbs);
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
          {t("recharge.action")}
          <Box component="span" visibleFrom="xs" ml={4}>
            (F2)
          </Box>
        </Button>
      ) : null}
      {can("finance.transaction.create") ? (
        <Button
          variant="default"
          leftSection={<IconCoins size={16} />}
          onClick={() => openPayment(customer.id, "payment")}
          aria-keyshortcuts="F3"
        >
          {t("recharge.payment")}
          <Box component="span" visibleFrom="xs" ml={4}>
            (F3)
          </Box>
        </Button>
      ) : null}
      <ChangeButton customer={customer} />
      <AccessActions customer={customer} />
      <RecordActs resource={customerResource} record={customer} />
      {can("subscribers.customer.update") ? (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
          {t("customer.edit")}
        </Button>
      ) : null}
      <ServiceMenu customer={customer} />
      {editing ? <CustomerForm customer={customer} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

function Header({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const customerWords = useResourceWords(customerResource);
  const { customer } = account;
  const seesSessions = useSeesSessions();
  return (
    <Paper p="md">
      <SimpleGrid cols={{ base: 2, xs: 3, lg: 6 }} spacing="lg" verticalSpacing="sm">
        <MoneyFacts account={account} />
        <ExpiryFact customer={customer} />
        <PackageFact customer={customer} />
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

interface CustomerScreenProps {
  /** Everything that happened: of areas that billing does not know. */
  readonly Timeline: ComponentType<{ customer: Customer }>;
}

function Content({ account, Timeline }: CustomerScreenProps & { account: CustomerAccount }) {
  const t = useWords();
  const [params, setParams] = useSearchParams();
  const { customer, pending } = account;
  const can = useSession((session) => session.can);
  const own = permittedTabs(can);
  const history = useHistory(customerResource);
  const related = [...useRelated(customerResource), ...(history ? [history] : [])];
  const tabs: NamedTab[] = [
    ...own.map((name) => ({
      value: name,
      label: t(`customer.tab_${name}`),
      ...(name === "line" ? { key: "L" } : {}),
    })),
    ...related.map(({ resource, under_more }) =>
      resource === history?.resource
        ? { value: resource.path, label: t("record.history"), under_more: true }
        : { value: resource.path, label: resourceWords(resource, t.language).title, under_more },
    ),
  ];
  const begin = openedAt(own);
  const asked = params.get("tab");
  const tab = tabs.some(({ value }) => value === asked) && asked !== null ? asked : begin;
  const choose = (next: string | null) => setParams({ tab: String(next) }, { replace: true });
  // Whoever answers the phone looks at the line with one key.
  const to_line: PageAction = {
    id: "line",
    label: t("line.show"),
    icon: IconPlugConnected,
    key: "L",
    run: () => choose("line"),
  };
  usePageActions(own.includes("line") ? [to_line] : []);
  const narrow = useNarrow();
  const codes = [customer.customer_code, customer.username, customer.area].filter(Boolean).join(" · ");
  return (
    <Page
      title={customer.name}
      window_title={customer.customer_code}
      subtitle={
        // One line beside however many buttons: the page below stands where it stood with the customer before.
        <Group gap={8} wrap={narrow ? "wrap" : "nowrap"}>
          <StatusBadge of={customerResource} status={customer.status} />
          {pending ? <PendingClock /> : null}
          <span className={narrow ? "figures" : "figures cut"} title={codes}>
            {codes}
          </span>
        </Group>
      }
      actions={<Actions account={account} />}
    >
      <RefusedCommands customerId={customer.id} customer={account.refused ? null : customer} />
      <Header account={account} />
      <Tabs value={tab} onChange={choose}>
        <TabList tabs={tabs} open={tab} onChoose={choose} />
        <Tabs.Panel value="timeline">
          <Opening>
            <Timeline customer={customer} />
          </Opening>
        </Tabs.Panel>
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

export function CustomerScreen({ Timeline }: CustomerScreenProps) {
  const t = useWords();
  const { id = "" } = useParams();
  const account = useCustomerAccount(id);
  const refused = usePending("customers", id).length > 0;
  if (account === undefined) return <Loader m="xl" />;
  if (account === null) {
    return (
      <Stack p="lg">
        {refused ? <RefusedCommands customerId={id} customer={null} /> : null}
        <NothingHere icon={IconUserOff} title={t("customer.gone")} hint={t("customer.gone_hint")} />
      </Stack>
    );
  }
  return <Content key={id} account={account} Timeline={Timeline} />;
}
