// Suspending and resuming: what the router will do, and why.
import { Checkbox, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { type Customer, hasAccess, toggleStatus } from "../../../shared/subscribers/index.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { useFormat } from "../../kernel/use-format.ts";

const WHY_SUSPEND = [
  "toggle.reason.not_paid",
  "toggle.reason.asked",
  "toggle.reason.away",
  "toggle.reason.moved",
  "toggle.reason.misuse",
] as const;
const WHY_RESUME = [
  "toggle.reason.paid",
  "toggle.reason.promised",
  "toggle.reason.back",
  "toggle.reason.mistake",
] as const;

export function ToggleDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useWords();
  const format = useFormat();
  const send = useSend();
  const [force, setForce] = useState(false);
  // What it was as the dialog opened: its own effect must not turn it round.
  const [suspending] = useState(customer.status === "ACTIVE");
  const lapsed = !suspending && !hasAccess(customer, format.today());
  const { name } = customer;
  const toggle = async (reason: string) => {
    await send(toggleStatus, { id: customer.id, reason, ...(force ? { force } : {}) });
    notifications.show({
      color: "green",
      message: t(suspending ? "toggle.suspended" : "toggle.resumed", { name }),
    });
  };
  return (
    <ReasonDialog
      title={t(suspending ? "toggle.suspend_title" : "toggle.resume_title", { name })}
      reasons={(suspending ? WHY_SUSPEND : WHY_RESUME).map((key) => t(key))}
      required={suspending}
      confirm={t(suspending ? "toggle.suspend" : "toggle.resume")}
      danger={suspending}
      blocked={lapsed && !force}
      onConfirm={toggle}
      onClose={onClose}
    >
      <Text fz="sm">{t(suspending ? "toggle.suspend_text" : "toggle.resume_text")}</Text>
      {lapsed ? (
        <Checkbox
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
          label={t("toggle.force")}
        />
      ) : null}
    </ReasonDialog>
  );
}
