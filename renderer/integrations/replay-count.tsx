// How many events a replay would send again, by the server's word.
import { Text } from "@mantine/core";
import { usePreview } from "../kernel/connection/server-answers.ts";
import { useWords } from "../kernel/i18n/index.ts";
import type { PreviewProps } from "../kernel/resource/operation/action.ts";
import { Trouble } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";

export function ReplayCount({ record, input }: PreviewProps) {
  const t = useWords();
  const format = useFormat();
  const { from, to } = input;
  const { data, error } = usePreview<{ events: number }>(
    `/api/v1/webhook-endpoints/${record.id}/replay/preview/`,
    from && to ? input : null,
  );
  if (error) return <Trouble error={error} />;
  if (!data) return null;
  return (
    <Text role="status">
      {data.events === 0
        ? t("webhook.replay_none")
        : t("webhook.replay_count", { count: data.events, n: format.number(data.events) })}
    </Text>
  );
}
