// What a webhook's page begins with: that it is off, that nothing arrives, or until when two secrets sign.
import { Alert, Stack } from "@mantine/core";
import { IconAlertTriangle, IconKey, IconPlugOff } from "@tabler/icons-react";
import type { WebhookEndpoint } from "../../shared/integrations/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { useFormat } from "../kernel/use-format.ts";

export function EndpointHead({ record }: { readonly record: WebhookEndpoint }) {
  const t = useWords();
  const format = useFormat();
  const { is_active, failing_since, old_secret_until } = record;
  const isRotating = old_secret_until !== null && Date.parse(old_secret_until) > Date.now();
  return (
    <Stack gap="xs">
      {is_active ? null : (
        <Alert color="red" icon={<IconPlugOff size={18} />} title={t("webhook.off")}>
          {t("webhook.off_hint")}
        </Alert>
      )}
      {is_active && failing_since ? (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
          {t("webhook.failing", { at: format.instant(failing_since) })}
        </Alert>
      ) : null}
      {isRotating ? (
        <Alert color="blue" icon={<IconKey size={18} />}>
          {t("webhook.two_secrets", { at: format.instant(old_secret_until) })}
        </Alert>
      ) : null}
    </Stack>
  );
}
