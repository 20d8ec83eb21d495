// The account as a story: one sentence of what is owed and since when, then the months; the bookkeeping behind a switch.
import { Button, Group, Loader, Paper, Stack, Switch, Text } from "@mantine/core";
import { IconCoins, IconPrinter, IconReceipt2 } from "@tabler/icons-react";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useWords } from "../../../kernel/i18n/index.ts";
import { usePending, useRows } from "../../../kernel/replica-hooks.ts";
import { NothingHere } from "../../../kernel/screen/arriving.tsx";
import { useSession } from "../../../kernel/session/session-store.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import { AdjustButton } from "../../adjustment/adjust-button.tsx";
import { RefundButton } from "../../corrections/refund-button.tsx";
import { openPayment } from "../../recharge/recharge-store.ts";
import { StatementButton } from "../../statements/statement-button.tsx";
import type { CustomerAccount } from "../../use-customer-money.ts";
import { overdueSince, storyMonths, unpaidCharges } from "./account-story.ts";
import { Bookkeeping } from "./bookkeeping.tsx";
import { printStatement } from "./print-statement.ts";
import { statementOf } from "./statement.ts";
import { StoryMonths } from "./story-months.tsx";
import { useLineWords } from "./use-line-words.ts";

/** So many charges are named in the sentence; the months below have them all. */
const NAMED = 4;

/** "Owes ৳1,400: June 2026 1,200 + July 2026 200. Oldest unpaid since 8 Jun 2026 (166 days)." */
function useSentence({ snapshot, invoices }: CustomerAccount): { text: string; since: string | null } {
  const t = useWords();
  const format = useFormat();
  return useMemo(() => {
    const { due_amount: due, advance_amount: advance } = snapshot.customer;
    const ahead = advance > 0n ? t("story.ahead", { amount: format.currencyMoney(advance) }) : null;
    if (due <= 0n) return { text: `${ahead ?? t("story.balanced")}.`, since: null };
    const charges = unpaidCharges(invoices, format.digits);
    const parts = charges.slice(0, NAMED).map(({ invoice, amount }) => {
      const of = invoice.billing_month ? format.month(invoice.billing_month) : format.day(invoice.issue_date);
      return `${of} ${format.money(amount)}`;
    });
    if (charges.length > NAMED) parts.push(t("story.more", { count: charges.length - NAMED }));
    const owes = t("story.owes_now", { amount: format.currencyMoney(due) });
    const made = charges.length > 0 ? `: ${parts.join(" + ")}` : "";
    const overdue = overdueSince(charges, format.today());
    const since = overdue
      ? t("story.oldest", {
          count: overdue.days,
          day: format.day(overdue.since),
          days: format.number(overdue.days),
        })
      : null;
    return { text: `${owes}${made}.${ahead ? ` ${ahead}.` : ""}`, since };
  }, [snapshot, invoices, t, format]);
}

export function AccountTab({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const format = useFormat();
  const { digits } = format;
  const can = useSession((session) => session.can);
  const company = useSession((session) => session.identity?.membership.tenant.name ?? "");
  const [params, setParams] = useSearchParams();
  const { customer, snapshot } = account;
  const entries = useRows("ledger_entries", { selector: { customer: customer.id } });
  const commands = usePending("customers", customer.id);
  const rows = useMemo(() => statementOf(entries ?? [], commands, digits), [entries, commands, digits]);
  const months = useMemo(() => storyMonths(entries ?? [], { digits }), [entries, digits]);
  const sentence = useSentence(account);
  const words = useLineWords(customer.id, account.invoices);
  const print = () => {
    const said = [sentence.text, sentence.since].filter(Boolean).join(" ");
    printStatement({ company, customer, sentence: said, months, words }, t, format);
  };
  const bookkeeping = params.get("view") === "bookkeeping";
  if (entries === undefined) return <Loader m="xl" />;
  if (rows.length === 0) {
    return (
      <Paper>
        <NothingHere icon={IconReceipt2} title={t("statement.none")} hint={t("statement.none_hint")} />
      </Paper>
    );
  }
  const owes = snapshot.customer.due_amount > 0n;
  return (
    // Wider, an amount would stand too far from what it is for.
    <Stack gap="md" maw={1100}>
      <Paper p="md">
        <Group justify="space-between" gap="md" align="flex-start">
          <Text fz="md" fw={600} flex={1} miw={260} data-testid="account-sentence">
            {sentence.text}
            {sentence.since ? (
              <Text span fw={400} c="var(--money-overdue)">
                {" "}
                {sentence.since}
              </Text>
            ) : null}
          </Text>
          <Group gap="xs">
            {owes && can("finance.transaction.create") ? (
              <Button
                size="xs"
                leftSection={<IconCoins size={15} />}
                onClick={() => openPayment(customer.id, "payment")}
              >
                {t("story.pay")}
              </Button>
            ) : null}
            <Button size="xs" variant="default" leftSection={<IconPrinter size={15} />} onClick={print}>
              {t("story.print")}
            </Button>
            <AdjustButton account={account} />
            <RefundButton account={account} />
            {can("finance.billing_account.view") ? <StatementButton customer={customer} /> : null}
          </Group>
        </Group>
      </Paper>
      {bookkeeping ? (
        <Bookkeeping rows={rows} />
      ) : (
        <StoryMonths months={months} waiting={rows.filter(({ pending }) => pending)} words={words} />
      )}
      <Group justify="flex-end">
        <Switch
          size="xs"
          label={t("story.bookkeeping")}
          checked={bookkeeping}
          onChange={(event) =>
            setParams(
              event.currentTarget.checked ? { tab: "account", view: "bookkeeping" } : { tab: "account" },
              { replace: true },
            )
          }
        />
      </Group>
    </Stack>
  );
}
