// Grace, suspension and resumption: the buttons that a role may press, and their dialogs.
import { Button, Tooltip } from "@mantine/core";
import { IconHourglassHigh, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { type PageAction, usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { GraceDialog } from "./grace-dialog.tsx";
import { ToggleDialog } from "./toggle-dialog.tsx";

/** The buttons that this person may press, and their dialogs. */
export function AccessActions({ customer }: { customer: Customer }) {
  const t = useWords();
  const can = useSession((session) => session.can);
  const [open, setOpen] = useState<"grace" | "toggle" | null>(null);
  const close = () => setOpen(null);
  const is_here = customer.status !== "TERMINATED";
  const suspending = customer.status === "ACTIVE";
  const verbs: PageAction[] = [];
  if (is_here && can("subscribers.customer.grant_grace"))
    verbs.push({
      id: "grace",
      label: t("grace.action"),
      icon: IconHourglassHigh,
      key: "P",
      run: () => setOpen("grace"),
    });
  if (is_here && can("subscribers.customer.toggle_status"))
    verbs.push({
      id: suspending ? "suspend" : "resume",
      label: t(suspending ? "toggle.suspend" : "toggle.resume"),
      icon: suspending ? IconPlayerPause : IconPlayerPlay,
      key: "S",
      run: () => setOpen("toggle"),
    });
  usePageActions(verbs);
  return (
    <>
      {verbs.map(({ id, label, icon: Icon, key, run }) => (
        <Tooltip key={id} label={key}>
          <Button
            variant="default"
            leftSection={Icon ? <Icon size={16} aria-hidden /> : null}
            aria-keyshortcuts={key}
            onClick={run}
          >
            {label}
          </Button>
        </Tooltip>
      ))}
      {open === "grace" ? <GraceDialog customer={customer} onClose={close} /> : null}
      {open === "toggle" ? <ToggleDialog customer={customer} onClose={close} /> : null}
    </>
  );
}
