// Suspending many customers for one reason: how many, asked before, and who could not be.
import { Button, Group, TextInput } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useState } from "react";
import { customer, toggleStatus } from "../../../shared/subscribers/index.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import type { BulkActProps } from "../../kernel/resource/operation/bulk-acts.tsx";
import { ManyDialog } from "../../kernel/resource/operation/many-dialog.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";

const REASONS = ["toggle.reason.not_paid", "toggle.reason.moved", "toggle.reason.misuse"] as const;

export function SuspendMany({ records, onDone }: BulkActProps) {
  const t = useWords();
  const format = useFormat();
  const send = useSend();
  const can = useSession((session) => session.can);
  // Kept as they were when it was asked: what is done already must not leave the list under it.
  const [asked, setAsked] = useState<BulkActProps["records"] | null>(null);
  const [reason, setReason] = useState("");
  if (!can("subscribers.customer.toggle_status")) return null;
  const active = (asked ?? records).filter((record) => "status" in record && record.status === "ACTIVE");
  const others = (asked ?? records).length - active.length;
  const n = format.number(active.length);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlayerPause size={15} aria-hidden />}
        disabled={active.length === 0}
        onClick={() => setAsked(records)}
      >
        {t("toggle.suspend")}…
      </Button>
      {asked ? (
        <ManyDialog
          resource={customer}
          records={active}
          title={t("bulk.suspend_title", { n, count: active.length })}
          text={[
            t("toggle.suspend_text"),
            others > 0 ? t("bulk.not_active", { n: format.number(others) }) : "",
          ].join(" ")}
          confirm={t("bulk.suspend_do", { n })}
          done={t("bulk.suspended", { n })}
          danger
          blocked={reason.trim() === ""}
          run={({ id }) => send(toggleStatus, { id, reason: reason.trim() })}
          onClose={(done) => {
            setAsked(null);
            if (done) onDone();
          }}
        >
          <Group gap={6} role="group" aria-label={t("reason.usual")}>
            {REASONS.map((key) => (
              <Button
                key={key}
                size="compact-sm"
                variant={reason === t(key) ? "light" : "default"}
                aria-pressed={reason === t(key)}
                onClick={() => setReason(t(key))}
              >
                {t(key)}
              </Button>
            ))}
          </Group>
          <TextInput
            label={t("toggle.reason")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            required
            maxLength={500}
          />
        </ManyDialog>
      ) : null}
    </>
  );
}
