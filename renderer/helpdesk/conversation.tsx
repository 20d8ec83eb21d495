// What was said on a ticket, the oldest first.
import { Group, Paper, Stack, Text } from "@mantine/core";
import { type Ticket, ticketReply } from "../../shared/helpdesk/index.ts";
import { useExpectedRows } from "../kernel/expected/use-expected.ts";
import { useResourceWords } from "../kernel/i18n/index.ts";
import { useFormat } from "../kernel/use-format.ts";

export function Conversation({ record }: { record: Pick<Ticket, "id"> }) {
  const words = useResourceWords(ticketReply);
  const format = useFormat();
  const replies = useExpectedRows(ticketReply, {
    selector: { ticket: record.id },
    sort: [{ written_at: "asc" }],
  });
  return (
    <Stack gap="xs" component="section" aria-label={words.many}>
      {replies?.map(({ id, author, message, is_internal, written_at }) => (
        <Paper key={id} p="md" bg={is_internal ? "var(--mantine-color-yellow-light)" : undefined}>
          <Group gap="xs" fz="xs" c="dimmed">
            {[author, format.instant(written_at), is_internal && words.field("is_internal")]
              .filter(Boolean)
              .join(" · ")}
          </Group>
          <Text style={{ whiteSpace: "pre-wrap" }}>{message}</Text>
        </Paper>
      ))}
    </Stack>
  );
}
