// Everything else that is known of a customer, to read and to copy.
import { Anchor, Paper, SimpleGrid } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { type Customer, customer as customerResource } from "../../../shared/subscribers/index.ts";
import { desktopBridge } from "../../kernel/desktop-bridge.ts";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { useById } from "../../kernel/replica-hooks.ts";
import { Fact, Money } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { useSeesMoney } from "../../subscribers/index.ts";

type CustomerField = keyof typeof customerResource.fields;

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
  const w = useResourceWords(customerResource);
  const format = useFormat();
  const routers = useById("routers");
  const seesMoney = useSeesMoney();
  const seesRouters = useSession((session) => session.can("network.router.view"));
  // A dash says that there is none: what a role may not see is left out.
  const router: [CustomerField, ReactNode] = ["router", routers.get(customer.router ?? "")?.name ?? "—"];
  const discount: [CustomerField, ReactNode] = [
    "discount",
    <Money key="discount" value={customer.discount} />,
  ];
  const facts: [CustomerField, ReactNode][] = [
    ["name", customer.name],
    ["customer_code", customer.customer_code || "—"],
    ["username", customer.username],
    ["phone", <Phone key="phone" number={customer.phone} />],
    ["email", customer.email ?? "—"],
    ["national_id", customer.national_id ?? "—"],
    ["address", customer.address ?? "—"],
    ["area", customer.area ?? "—"],
    ["connection_type", w.choice("connection_type", customer.connection_type)],
    ...(seesRouters ? [router] : []),
    ["ip_address", customer.ip_address ?? "—"],
    ["mac_address", customer.mac_address ?? "—"],
    ["onu_serial", customer.onu_serial ?? "—"],
    ...(seesMoney ? [discount] : []),
    ["joined_at", format.instant(customer.joined_at)],
    ["notes", customer.notes || "—"],
  ];
  return (
    <Paper p="md">
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="lg">
        {facts.map(([label, value]) => (
          <Fact key={label} label={w.field(label)}>
            {value}
          </Fact>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
