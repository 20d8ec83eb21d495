// What the list of webhooks begins with: which of them the server switched off, since nothing arrived there.
import { Alert, Anchor, Stack, Text } from "@mantine/core";
import { IconPlugOff } from "@tabler/icons-react";
import { Link } from "react-router";
import { type WebhookEndpoint, webhookEndpoint } from "../../shared/integrations/index.ts";
import { useAsk } from "../kernel/connection/server-answers.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";

const PATH = `/api/v1/${webhookEndpoint.path}/?state=DISABLED`;

export function SwitchedOff() {
  const t = useWords();
  const words = useResourceWords(webhookEndpoint);
  const { data } = useAsk<{ results: readonly WebhookEndpoint[] }>(PATH);
  const off = (data?.results ?? []).filter(({ disabled_reason }) => disabled_reason !== "BY_HAND");
  if (off.length === 0) return null;
  return (
    <Alert color="red" icon={<IconPlugOff size={18} />} title={t("webhook.were_off")}>
      <Stack gap={4}>
        {off.map(({ id, url, disabled_reason }) => (
          <Text key={id} fz="sm" style={{ overflowWrap: "anywhere" }}>
            <Anchor component={Link} to={`/${webhookEndpoint.path}/${id}`} inherit underline="always">
              {url}
            </Anchor>
            {`: ${words.choice("disabled_reason", disabled_reason ?? "")}`}
          </Text>
        ))}
        <Text fz="sm">{t("webhook.off_hint")}</Text>
      </Stack>
    </Alert>
  );
}
