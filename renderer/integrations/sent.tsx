// What an endpoint is sent of an event: its headers and its body, set out to be read.
import { Code, Paper, Stack, Text } from "@mantine/core";
import type { WebhookEvent } from "../../shared/integrations/index.ts";
import { useWords } from "../kernel/i18n/index.ts";

function setOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export function Sent({ event }: { readonly event: Pick<WebhookEvent, "id" | "body"> }) {
  const t = useWords();
  const block = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;
  const headers = [
    "content-type: application/json",
    "user-agent: Lastmile-Webhooks/1",
    `webhook-id: msg_${event.id}`,
    `webhook-timestamp, webhook-signature: ${t("webhook.of_attempt")}`,
  ];
  return (
    <Paper p="sm" withBorder>
      <Stack gap="xs">
        <Text fw={600}>{t("webhook.sent")}</Text>
        <Code block style={block}>
          {headers.join("\n")}
        </Code>
        {event.body === null ? (
          <Text c="dimmed">{t("webhook.not_sent")}</Text>
        ) : (
          <Code block mah={420} style={{ ...block, overflowY: "auto" }} tabIndex={0}>
            {setOut(event.body)}
          </Code>
        )}
      </Stack>
    </Paper>
  );
}
