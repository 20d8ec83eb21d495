// Telling whom an outage concerns: beside its list of customers, by an automated call.
import { Button } from "@mantine/core";
import { IconPhoneOutgoing } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import type { RecordActProps } from "../../kernel/resource/operation/bulk-acts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { RemindDialog, useMayRemind } from "./remind-dialog.tsx";

export function TellOfOutage({ record: { id } }: RecordActProps) {
  const t = useWords();
  const format = useFormat();
  const may = useMayRemind("OUTAGE");
  const [open, setOpen] = useState(false);
  const concerned = useRows("incident_onus", may ? { selector: { incident: id } } : null);
  const ids = useMemo(
    () => [...new Set((concerned ?? []).flatMap(({ customer }) => customer ?? []))],
    [concerned],
  );
  const label = t("remind.tell", { n: format.number(ids.length) });
  const offered = may && ids.length > 0;
  usePageActions(
    offered ? [{ id: "tell", label, icon: IconPhoneOutgoing, key: "T", run: () => setOpen(true) }] : [],
  );
  if (!offered) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPhoneOutgoing size={16} aria-hidden />}
        aria-keyshortcuts="T"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open ? <RemindDialog ids={ids} about="OUTAGE" onClose={() => setOpen(false)} /> : null}
    </>
  );
}
