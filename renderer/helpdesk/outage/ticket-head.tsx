// What a ticket's page begins with: the outage that explains it, and that all work for it is done.
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import {
  isOpenTicket,
  isToResolve,
  joinIncident,
  moveTicket,
  type Ticket,
  task,
} from "../../../shared/helpdesk/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { OutageCell } from "./outage-cell.tsx";
import { useOutageOf, useOutageText } from "./use-outages.ts";

function OutageOf({ record }: { record: Ticket }) {
  const t = useWords();
  const send = useSend();
  const may = useOperate().may(joinIncident);
  const textOf = useOutageText();
  const found = useOutageOf(isOpenTicket(record) && record.incident === null ? record.customer : null);
  const put = (incident: string | null) => void send(joinIncident, { id: record.id, incident });
  if (record.incident !== null)
    return (
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t("outage.under")}>
        <Group justify="space-between" gap="sm">
          <Text fz="sm">
            <OutageCell id={record.incident} />
          </Text>
          {may && isOpenTicket(record) ? (
            <Button size="compact-sm" variant="default" onClick={() => put(null)}>
              {t("outage.take_out")}
            </Button>
          ) : null}
        </Group>
      </Alert>
    );
  if (!found) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title={textOf(found)} role="status">
      <Group justify="space-between" gap="sm">
        <Text fz="sm">{t("outage.known")}</Text>
        {may ? (
          <Button size="compact-sm" onClick={() => put(found.id)}>
            {t("outage.put_under")}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}

/** Proposed, not done: whether the trouble is over the customer says. */
function AllDone({ record }: { record: Ticket }) {
  const t = useWords();
  const send = useSend();
  const may = useOperate().may(moveTicket);
  const tasks = useExpectedRows(task, { selector: { ticket: record.id } });
  if (!tasks || !isToResolve(record, tasks)) return null;
  return (
    <Alert color="green" icon={<IconCircleCheck size={18} />} role="status">
      <Group justify="space-between" gap="sm">
        <Text fz="sm">{t("dispatch.all_done")}</Text>
        {may ? (
          <Button
            size="compact-sm"
            onClick={() => void send(moveTicket, { id: record.id, status: "RESOLVED" })}
          >
            {t("dispatch.resolve")}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}

export function TicketHead({ record }: { record: Ticket }) {
  return (
    <>
      <OutageOf record={record} />
      <AllDone record={record} />
    </>
  );
}
