// A call on a customer's page: its button, its key, and the dialog.
import { Button, Tooltip } from "@mantine/core";
import { IconPhonePlus } from "@tabler/icons-react";
import { useState } from "react";
import { callLog } from "../../../shared/callcenter/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import type { RecordActProps } from "../../kernel/resource/operation/bulk-acts.tsx";
import { useWriter } from "../../kernel/resource/source/use-writer.ts";
import { LogCall } from "./log-call.tsx";

const textOf = (record: object, name: string) => {
  const value: unknown = Reflect.get(record, name);
  return typeof value === "string" ? value : "";
};

export function CallButton({ record }: RecordActProps) {
  const t = useWords();
  const may = useWriter(callLog).may("create");
  const [open, setOpen] = useState(false);
  const log = () => setOpen(true);
  usePageActions(may ? [{ id: "call", label: t("calls.log"), icon: IconPhonePlus, key: "C", run: log }] : []);
  if (!may) return null;
  return (
    <>
      <Tooltip label="C">
        <Button
          variant="default"
          leftSection={<IconPhonePlus size={16} aria-hidden />}
          aria-keyshortcuts="C"
          onClick={log}
        >
          {t("calls.log")}
        </Button>
      </Tooltip>
      {open ? (
        <LogCall
          customer={{ id: record.id, name: textOf(record, "name") }}
          phone={textOf(record, "phone")}
          type="INBOUND"
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
