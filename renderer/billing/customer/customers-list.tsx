// The list of customers for who takes money: F2 and F3 on a row, and the customer's account beside it.
import { useMemo } from "react";
import { useSession } from "../../kernel/session/session-store.ts";
import { type CustomerRow, CustomersScreen } from "../../subscribers/index.ts";
import { openPayment } from "../recharge/recharge-store.ts";
import { CustomerPreview } from "./customer-preview.tsx";

export function CustomersList() {
  const can = useSession((session) => session.can);
  const keys = useMemo(
    () => ({
      ...(can("billing.recharge.create") ? { F2: ({ id }: CustomerRow) => openPayment(id) } : {}),
      ...(can("finance.transaction.create")
        ? { F3: ({ id }: CustomerRow) => openPayment(id, "payment") }
        : {}),
    }),
    [can],
  );
  return <CustomersScreen Preview={CustomerPreview} keys={keys} />;
}
