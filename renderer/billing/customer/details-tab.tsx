// Everything else that is known of a customer, to read and to copy.
import { Anchor, Paper, SimpleGrid } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { desktopBridge } from "../../kernel/desktop-bridge.ts";
import { type Key, useWords } from "../../kernel/i18n/index.ts";
import { useById } from "../../kernel/replica-hooks.ts";
import { useSeesMoney } from "../../kernel/rights.ts";
import { Fact, Money } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import type { Customer } from "../../records.ts";

/** Calls through the computer's own telephony where it has one. */
function Phone({ number }: { number: string }) {
  const url = `tel:${number.replace(/[^+\d]/g, "")}`;
  const call = (event: MouseEvent) => {
    const main = desktopBridge();
    if (!main) return;
    // The desktop's window goes to no other address by itself.
    event.preventDefault();
    void main.call("open_external", { url });
  };
  return (
    <Anchor href={url} onClick={call}>
      {number}
    </Anchor>
  );
}

export function DetailsTab({ customer }: { customer: Customer }) {
  const t = useWords();
  const format = useFormat();
  const routers = useById("routers");
  const seesMoney = useSeesMoney();
  const seesRouters = useSession((session) => session.can("network.router.view"));
  // A dash says that there is none: what a role may not see is left out.
  const router: [Key, ReactNode] = ["customer.router", routers.get(customer.router ?? "")?.name ?? "—"];
  const discount: [Key, ReactNode] = [
    "customer.discount",
    <Money key="discount" value={customer.discount} />,
  ];
  const facts: [Key, ReactNode][] = [
    ["customer.name", customer.name],
    ["customer.code", customer.customer_code || "—"],
    ["customer.username", customer.username],
    ["customer.phone", <Phone key="phone" number={customer.phone} />],
    ["customer.email", customer.email ?? "—"],
    ["customer.national_id", customer.national_id ?? "—"],
    ["customer.address", customer.address ?? "—"],
    ["customer.area", customer.area ?? "—"],
    ["customer.connection_type", t(`choice.${customer.connection_type}` as Key)],
    ...(seesRouters ? [router] : []),
    ["customer.ip_address", customer.ip_address ?? "—"],
    ["customer.mac_address", customer.mac_address ?? "—"],
    ["customer.onu_serial", customer.onu_serial ?? "—"],
    ...(seesMoney ? [discount] : []),
    ["customer.joined", format.instant(customer.joined_at)],
    ["customer.notes", customer.notes || "—"],
  ];
  return (
    <Paper p="md">
      <SimpleGrid cols={3} spacing="lg">
        {facts.map(([label, value]) => (
          <Fact key={label} label={t(label)}>
            {value}
          </Fact>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
