// The button that changes a customer's package, for who may, and its dialog.
import { Button, Tooltip } from "@mantine/core";
import { IconTransfer } from "@tabler/icons-react";
import { useState } from "react";
import { changePackage } from "../../../shared/billing/index.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { ChangeDialog } from "./change-dialog.tsx";

export function ChangeButton({ customer }: { customer: Customer }) {
  const t = useWords();
  const { may } = useOperate();
  const [open, setOpen] = useState(false);
  const offered = customer.status !== "TERMINATED" && may(changePackage);
  const begin = () => setOpen(true);
  usePageActions(
    offered
      ? [{ id: "change-package", label: t("change.action"), icon: IconTransfer, key: "G", run: begin }]
      : [],
  );
  if (!offered) return null;
  return (
    <>
      <Tooltip label="G">
        <Button
          variant="default"
          leftSection={<IconTransfer size={16} aria-hidden />}
          aria-keyshortcuts="G"
          onClick={begin}
        >
          {t("change.action")}
        </Button>
      </Tooltip>
      {open ? <ChangeDialog customer={customer} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
