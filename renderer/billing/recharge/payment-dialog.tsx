// The dialog of a payment, from the amount to the receipt and the line; one for the whole application, under F2.

import { Badge, Box, Group, Kbd, Loader, SegmentedControl, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconUserOff } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { customer as customerResource } from "../../../shared/subscribers/index.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useById, useRows } from "../../kernel/replica-hooks.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Money, PendingClock, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { type CustomerAccount, useCustomerAccount } from "../use-customer-money.ts";
import { PaymentForm } from "./form/payment-form.tsx";
import { stopTypeAhead } from "./form/type-ahead.ts";
import { PaymentDone } from "./payment-done.tsx";
import {
  closePayment,
  openPayment,
  type PaymentKind,
  paymentTaken,
  usePaymentDialog,
} from "./recharge-store.ts";
import type { Taken } from "./take-payment.ts";

function Whom({ account }: { account: CustomerAccount }) {
  const customerWords = useResourceWords(customerResource);
  const packages = useById("packages");
  const { customer, pending, snapshot } = account;
  const { due_amount, advance_amount } = snapshot.customer;
  return (
    <Group justify="space-between" mb="lg" gap="xs">
      <Box miw={0} flex="1 1 16rem">
        <Group gap={8} wrap="nowrap">
          <Text fz="lg" fw={650} className="cut">
            {customer.name}
          </Text>
          <StatusBadge of={customerResource} status={customer.status} />
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
        <Badge size="lg" color="red" flex="none">
          {customerWords.field("due_amount")} <Money value={due_amount} />
        </Badge>
      ) : advance_amount > 0n ? (
        <Badge size="lg" color="green" flex="none">
          {customerWords.field("advance_amount")} <Money value={advance_amount} />
        </Badge>
      ) : null}
    </Group>
  );
}

/** Recharge or plain payment, while nothing is taken yet. */
function KindChoice({ customerId, kind }: { customerId: string; kind: PaymentKind }) {
  const t = useWords();
  const can = useSession((session) => session.can);
  const both = can("billing.recharge.create") && can("finance.transaction.create");
  useHotkeys(
    both ? [["alt+P", () => openPayment(customerId, kind === "recharge" ? "payment" : "recharge")]] : [],
    [],
  );
  if (!both) return null;
  return (
    <Group gap={8} mb="md">
      <SegmentedControl
        size="xs"
        aria-label={t("payment.kind")}
        aria-keyshortcuts="Alt+P"
        value={kind}
        onChange={(value) => openPayment(customerId, value === "payment" ? "payment" : "recharge")}
        data={[
          { value: "recharge", label: t("payment.kind.recharge") },
          { value: "payment", label: t("payment.kind.payment") },
        ]}
      />
      <Kbd size="xs" aria-hidden>
        Alt P
      </Kbd>
    </Group>
  );
}

function Content({ customerId }: { customerId: string }) {
  const t = useWords();
  const kind = usePaymentDialog((state) => state.kind);
  const account = useCustomerAccount(customerId);
  const packages = useRows("packages");
  const byId = useMemo(() => new Map((packages ?? []).map((row) => [row.id, row])), [packages]);
  const [taken, setTaken] = useState<Taken | null>(null);
  useEffect(() => {
    if (account === null) stopTypeAhead();
  }, [account]);
  if (taken) return <PaymentDone taken={taken} account={account ?? null} onNext={closePayment} />;
  if (account === null || account?.refused) {
    return <NothingHere icon={IconUserOff} title={t("customer.gone")} hint={t("customer.gone_hint")} />;
  }
  // The form begins with the price: it is drawn when the packages are read, so that no proposal comes late.
  if (account === undefined || packages === undefined) return <Loader />;
  return (
    <>
      <Whom account={account} />
      <KindChoice customerId={customerId} kind={kind} />
      <PaymentForm
        account={account}
        kind={kind}
        packages={byId}
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
  return (
    <Dialog opened={customer !== null} onClose={closePayment} title={t(`payment.title.${kind}`)} size={920}>
      {customer === null ? null : <Content key={`${customer}|${kind}`} customerId={customer} />}
    </Dialog>
  );
}
