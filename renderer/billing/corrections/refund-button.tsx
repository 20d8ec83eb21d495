// The button that pays a customer's advance out, for who may, where there is one.
import { Button, Tooltip } from "@mantine/core";
import { IconCashOff } from "@tabler/icons-react";
import { useState } from "react";
import { refundCustomer } from "../../../shared/billing/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { RefundDialog } from "./refund-dialog.tsx";

export function RefundButton({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const online = useOnline();
  const { may } = useOperate();
  const [open, setOpen] = useState(false);
  const offered = account.snapshot.customer.advance_amount > 0n && may(refundCustomer);
  const begin = () => setOpen(true);
  usePageActions(
    offered && online
      ? [{ id: "refund", label: t("undo.refund"), icon: IconCashOff, key: "O", run: begin }]
      : [],
  );
  if (!offered) return null;
  return (
    <>
      <Tooltip label={t("undo.needs_line")} disabled={online} multiline maw={320}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCashOff size={15} aria-hidden />}
          disabled={!online}
          aria-keyshortcuts="O"
          onClick={begin}
        >
          {t("undo.refund")}
        </Button>
      </Tooltip>
      {open ? <RefundDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
