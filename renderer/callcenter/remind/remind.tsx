// The button that reminds customers of what is due, or tells them of an outage, with its key and its dialog.
import { Button, Tooltip } from "@mantine/core";
import { IconBellRinging, IconPhoneOutgoing } from "@tabler/icons-react";
import { useState } from "react";
import { useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { type About, RemindDialog, useMayRemind } from "./remind-dialog.tsx";

const VERBS = {
  BILL_DUE: { id: "remind", says: "remind.action", icon: IconBellRinging, key: "R" },
  OUTAGE: { id: "tell", says: "remind.tell", icon: IconPhoneOutgoing, key: "T" },
} as const;

interface RemindProps {
  /** Ids, each once. */
  ids: readonly string[];
  about?: About;
  size?: string;
  onDone?: () => void;
}

export function Remind({ ids, about = "BILL_DUE", size, onDone }: RemindProps) {
  const t = useWords();
  const format = useFormat();
  const may = useMayRemind(about);
  const [open, setOpen] = useState(false);
  const begin = () => setOpen(true);
  const { id, says, icon: Icon, key } = VERBS[about];
  const label = t(says, { n: format.number(ids.length) });
  usePageActions(may ? [{ id, label, icon: Icon, key, run: begin }] : []);
  if (!may) return null;
  return (
    <>
      <Tooltip label={key}>
        <Button
          variant="default"
          {...(size ? { size } : {})}
          leftSection={<Icon size={15} aria-hidden />}
          aria-keyshortcuts={key}
          onClick={begin}
        >
          {label}
        </Button>
      </Tooltip>
      {open ? (
        <RemindDialog
          ids={ids}
          about={about}
          onClose={(is_begun) => {
            setOpen(false);
            if (is_begun) onDone?.();
          }}
        />
      ) : null}
    </>
  );
}
