// The button that credits, charges or writes off for a customer, for who may.
import { Button } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { useState } from "react";
import { adjustmentCreate } from "../../../shared/billing/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { AdjustmentDialog } from "./adjustment-dialog.tsx";

export function AdjustButton({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const { may } = useOperate();
  const [open, setOpen] = useState(false);
  const offered = may(adjustmentCreate);
  const begin = () => setOpen(true);
  usePageActions(
    offered ? [{ id: "adjust", label: t("adjust.action"), icon: IconAdjustments, key: "A", run: begin }] : [],
  );
  if (!offered) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconAdjustments size={15} aria-hidden />}
        aria-keyshortcuts="A"
        onClick={begin}
      >
        {t("adjust.action")}
      </Button>
      {open ? <AdjustmentDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
