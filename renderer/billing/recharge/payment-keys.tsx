// F2 and F3 everywhere: to the counter, or on a customer's page straight to their payment.
import { useHotkeys } from "@mantine/hooks";
import { useLocation, useNavigate } from "react-router";
import { dialogOpen } from "../../kernel/page-actions/dialog-open.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { openPayment } from "./recharge-store.ts";

export function PaymentKeys() {
  const can = useSession((session) => session.can);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const here = /^\/customers\/([0-9a-f-]{36})/.exec(pathname)?.[1];
  useHotkeys(
    [
      [
        "F2",
        () => {
          if (dialogOpen() || !can("billing.recharge.create")) return;
          if (here) openPayment(here);
          else void navigate("/counter", { state: { focus: Date.now() } });
        },
      ],
      [
        "F3",
        () => {
          if (here && !dialogOpen() && can("finance.transaction.create")) openPayment(here, "payment");
        },
      ],
    ],
    [],
  );
  return null;
}
