// Puts one ticket or many under one of the outages that last, each said in words.
import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { joinIncident, ticket } from "../../../shared/helpdesk/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { titleOf } from "../../kernel/resource/fields.ts";
import type { ActionDialogProps } from "../../kernel/resource/operation/action.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { Known } from "../../kernel/screen/arriving.tsx";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { useOpenOutages, useOutageText } from "./use-outages.ts";

export function JoinDialog({ record, records = [record], onClose }: ActionDialogProps) {
  const t = useWords();
  const words = useResourceWords(ticket);
  const format = useFormat();
  const { run } = useOperate();
  const open = useOpenOutages();
  const textOf = useOutageText();
  const [chosen, setChosen] = useState<string | null>(null);
  const incident = chosen ?? open[0]?.id ?? null;
  const who =
    records.length === 1 ? titleOf(ticket, record) : t("list.chosen", { n: format.number(records.length) });
  const name = words.operation(joinIncident.action);
  const joining = useCall(async () => {
    for (const one of records) await run(joinIncident, one.id, { incident });
    notifications.show({ color: "green", message: t("operation.done", { name, who }) });
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} size="lg" title={t("outage.join_title", { who })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (incident !== null) void joining.run();
        }}
      >
        <Stack gap="md">
          {open.length === 0 ? (
            <Text fz="sm">
              <Known width={180}>{t("outage.none")}</Known>
            </Text>
          ) : (
            <Radio.Group label={t("outage.which")} value={incident ?? ""} onChange={setChosen}>
              <Stack gap="xs" mt={6}>
                {open.map((one, at) => (
                  <Radio
                    key={one.id}
                    value={one.id}
                    label={textOf(one)}
                    {...(at === 0 ? { "data-autofocus": true } : {})}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <Trouble error={joining.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" loading={joining.busy} disabled={incident === null}>
              {name}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
