// The dialog of a payment, from the amount to the receipt and the line; one for the whole application, under F2.
import { Badge, Box, Button, Group, Loader, Modal, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconUserOff } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useWords } from "../../kernel/i18n/index.ts";
import { useById } from "../../kernel/replica-hooks.ts";
import { focusNow } from "../../kernel/screen/focus-now.ts";
import { Money, Nothing, PendingClock, StateBadge } from "../../kernel/screen/parts.tsx";
import { dialogOpen } from "../../kernel/screen/shortcuts.tsx";
import { useSession } from "../../kernel/session-store.ts";
import { LineStrip } from "../../network/index.ts";
import { ReceiptView } from "../receipt/receipt-view.tsx";
import { type CustomerAccount, useCustomerAccount } from "../use-customer-money.ts";
import { PaymentForm } from "./payment-form.tsx";
import { closePayment, openPayment, paymentTaken, usePaymentDialog } from "./recharge-store.ts";
import type { Taken } from "./take-payment.ts";

function Whom({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const packages = useById("packages");
  const { customer, pending, snapshot } = account;
  const { due_amount, advance_amount } = snapshot.customer;
  return (
    <Group justify="space-between" wrap="nowrap" mb="lg" gap="md">
      <Box miw={0}>
        <Group gap={8} wrap="nowrap">
          <Text fz="lg" fw={650} className="cut">
            {customer.name}
          </Text>
          <StateBadge state={customer.status} />
          {pending ? <PendingClock /> : null}
        </Group>
        <Text fz="sm" c="dimmed" className="cut">
          {[
            customer.customer_code,
            customer.username,
            customer.phone,
            packages.get(customer.package ?? "")?.name,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </Box>
      {due_amount > 0n ? (
        <Badge size="lg" color="red">
          {t("customer.due")} <Money value={due_amount} />
        </Badge>
      ) : advance_amount > 0n ? (
        <Badge size="lg" color="green">
          {t("customer.advance")} <Money value={advance_amount} />
        </Badge>
      ) : null}
    </Group>
  );
}

function Done({ taken, onNew }: { taken: Taken; onNew: () => void }) {
  const t = useWords();
  return (
    <Group align="flex-start" gap="xl" wrap="nowrap">
      <Box style={{ flex: "none" }} maw="62%">
        <ReceiptView receipt={taken.receipt}>
          <Button onClick={onNew} data-autofocus ref={focusNow}>
            {t("payment.new")}
          </Button>
        </ReceiptView>
      </Box>
      <Stack flex={1} miw={0} gap="sm">
        <Text fw={600}>{t("strip.label")}</Text>
        <LineStrip
          customerId={taken.customer}
          commandId={taken.command}
          since={taken.since}
          needsRouter={taken.needs_router}
        />
      </Stack>
    </Group>
  );
}

function Content({ customerId }: { customerId: string }) {
  const t = useWords();
  const kind = usePaymentDialog((state) => state.kind);
  const account = useCustomerAccount(customerId);
  const [taken, setTaken] = useState<Taken | null>(null);
  if (taken) return <Done taken={taken} onNew={closePayment} />;
  if (account === undefined) return <Loader />;
  if (account === null) {
    return <Nothing icon={IconUserOff} title={t("customer.gone")} hint={t("customer.gone_hint")} />;
  }
  return (
    <>
      <Whom account={account} />
      <PaymentForm
        account={account}
        kind={kind}
        onTaken={(done) => {
          setTaken(done);
          paymentTaken();
        }}
      />
    </>
  );
}

export function PaymentDialog() {
  const t = useWords();
  const { customer, kind } = usePaymentDialog();
  const can = useSession((session) => session.can);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useHotkeys(
    [
      [
        "F2",
        () => {
          if (dialogOpen() || !can("billing.recharge.create")) return;
          const here = /^\/customers\/([0-9a-f-]{36})/.exec(pathname)?.[1];
          if (here) openPayment(here);
          else void navigate("/counter", { state: { focus: Date.now() } });
        },
      ],
    ],
    [],
  );
  return (
    <Modal
      opened={customer !== null}
      onClose={closePayment}
      title={t(`payment.title.${kind}`)}
      size={860}
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      {customer === null ? null : <Content key={`${customer}|${kind}`} customerId={customer} />}
    </Modal>
  );
}
