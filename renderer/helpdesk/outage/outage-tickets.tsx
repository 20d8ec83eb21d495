// Beside an outage's tickets: those that it explains are put under it, and all are closed together when it is over.
import { Alert, Button, Group, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import {
  closeTickets,
  explainedBy,
  isOpenTicket,
  joinIncident,
  ticket,
} from "../../../shared/helpdesk/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord, useRows } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { CloseDialog } from "./close-dialog.tsx";

const OPEN = ["OPEN", "IN_PROGRESS", "WAITING"];

export function OutageTickets({ incident: id }: { incident: string }) {
  const t = useWords();
  const format = useFormat();
  const { may, run } = useOperate();
  const incident = useRecord("incidents", id);
  const affected = useRows("incident_onus", { selector: { incident: id } });
  const under = useExpectedRows(ticket, { selector: { incident: id } });
  const open = useExpectedRows(ticket, { selector: { status: { $in: OPEN } } });
  const [closing, setClosing] = useState(false);
  const explained = useMemo(() => {
    const customers = new Set((affected ?? []).flatMap(({ customer }) => customer ?? []));
    return explainedBy(open ?? [], customers);
  }, [affected, open]);
  const putting = useCall(async () => {
    for (const one of explained) await run(joinIncident, one.id, { incident: id });
  });
  if (!incident) return null;
  const left = (under ?? []).filter(isOpenTicket).length;
  const isOver = incident.status === "CLOSED";
  const offers = incident.status === "OPEN" && explained.length > 0 && may(joinIncident);
  return (
    <>
      {offers ? (
        <Alert color="orange" role="status">
          <Group justify="space-between" gap="sm">
            <Text fz="sm">{t("outage.explains", { n: format.number(explained.length) })}</Text>
            <Button size="compact-sm" loading={putting.busy} onClick={() => void putting.run()}>
              {t("outage.put_all")}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {left > 0 && may(closeTickets) ? (
        <Alert color={isOver ? "green" : "gray"} mt="xs" role="status">
          <Group justify="space-between" gap="sm">
            <Text fz="sm">
              {t("outage.open_tickets", { n: format.number(left) })}
              {isOver ? `. ${t("outage.over")}` : ""}
            </Text>
            <Button
              size="compact-sm"
              variant={isOver ? "filled" : "default"}
              onClick={() => setClosing(true)}
            >
              {t("outage.close")}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {closing ? <CloseDialog incident={incident} onClose={() => setClosing(false)} /> : null}
    </>
  );
}
