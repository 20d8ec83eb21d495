// What taking an adjustment back will change, as the server works it out.
import { Text } from "@mantine/core";
import type { PreviewChanges } from "../../../shared/billing/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import { ChangesPreview } from "../corrections/changes-preview.tsx";

export function AdjustmentReversal({ record }: { record: AnyRecord }) {
  const t = useWords();
  const online = useOnline();
  const path = `/api/v1/adjustments/${record.id}/reversal/`;
  const { data, error } = useAsk<{ changes: PreviewChanges | null }>(path);
  if (!online && !data) {
    return (
      <Text fz="sm" c="dimmed">
        {t("undo.unknown_offline")}
      </Text>
    );
  }
  return <ChangesPreview changes={data?.changes} error={error} />;
}
