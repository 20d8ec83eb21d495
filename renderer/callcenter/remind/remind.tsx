// The button that reminds customers of what is due, with its key and its dialog.
import { Button, Tooltip } from "@mantine/core";
import { IconBellRinging } from "@tabler/icons-react";
import { useState } from "react";
import { useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { RemindDialog, useMayRemind } from "./remind-dialog.tsx";

interface RemindProps {
  /** Ids, each once. */
  ids: readonly string[];
  size?: string;
  onDone?: () => void;
}

export function Remind({ ids, size, onDone }: RemindProps) {
  const t = useWords();
  const may = useMayRemind();
  const [open, setOpen] = useState(false);
  const begin = () => setOpen(true);
  const verb = { id: "remind", label: t("remind.action"), icon: IconBellRinging, key: "R", run: begin };
  usePageActions(may ? [verb] : []);
  if (!may) return null;
  return (
    <>
      <Tooltip label="R">
        <Button
          variant="default"
          {...(size ? { size } : {})}
          leftSection={<IconBellRinging size={15} aria-hidden />}
          aria-keyshortcuts="R"
          onClick={begin}
        >
          {t("remind.action")}
        </Button>
      </Tooltip>
      {open ? (
        <RemindDialog
          ids={ids}
          onClose={(is_begun) => {
            setOpen(false);
            if (is_begun) onDone?.();
          }}
        />
      ) : null}
    </>
  );
}
