// What kind of trouble a ticket is about, and of an open one how long people have waited for the answer that was promised.
import { Text } from "@mantine/core";
import type { Ticket } from "../../shared/helpdesk/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { useRecord } from "../kernel/replica-hooks.ts";
import { useFormat } from "../kernel/use-format.ts";

const HOUR_MS = 3_600_000;

export function KindOfTrouble({ ticket }: { ticket: Pick<Ticket, "kind" | "created_at" | "resolved_at"> }) {
  const t = useWords();
  const format = useFormat();
  const kind = useRecord("ticket_categories", ticket.kind);
  if (!kind) return null;
  const left = (Date.parse(ticket.created_at) - Date.now()) / HOUR_MS + kind.sla_hours;
  const hours = format.number(Math.floor(Math.abs(left)));
  const isLate = left < 0;
  return (
    <>
      {ticket.resolved_at === null ? (
        <Text span inherit fz="xs" c={isLate ? "var(--mantine-color-error)" : "dimmed"} mr={6}>
          {t(isLate ? "ticket.late" : "ticket.left", { hours })}
        </Text>
      ) : null}
      {kind.name}
    </>
  );
}
