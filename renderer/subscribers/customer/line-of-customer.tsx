// A customer's line as the network's screens want it, and the button that writes it to the router once more.
import { Text } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useMemo } from "react";
import {
  type Customer,
  customer as customerResource,
  lineAccount,
  reconnect,
} from "../../../shared/subscribers/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { OperationButtons } from "../../kernel/resource/operation/operation-buttons.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import type { LineCustomer } from "../../network/index.ts";

export function useLineOf(customer: Customer): LineCustomer {
  const closes = useSession((session) => session.identity?.settings.auto_suspend) !== false;
  return useMemo(() => {
    const { id, username, router, onu } = customer;
    return { id, username, router, onu, account: lineAccount(customer, closes) };
  }, [customer, closes]);
}

function ReconnectText() {
  return <Text fz="sm">{useWords()("customer.reconnect_text")}</Text>;
}

const RECONNECT = [{ operation: reconnect, icon: IconPlugConnected, preview: ReconnectText }] as const;

export function ReconnectButton({ customer }: { customer: Customer }) {
  if (customer.router === null || customer.status === "TERMINATED") return null;
  return (
    <OperationButtons resource={customerResource} actions={RECONNECT} records={[{ ...customer }]} compact />
  );
}
