// What switching a router between trial and live means, said before it is done.
import { Text } from "@mantine/core";
import type { Router } from "../../../shared/network/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";

export function SwitchText({ record: { id } }: { record: Pick<Router, "id"> }) {
  const t = useWords();
  const format = useFormat();
  const router = useRecord("routers", id);
  if (!router) return null;
  const n = format.number(router.differences ?? 0);
  return (
    <Text fz="sm">
      {router.mode === "LIVE"
        ? t("setup.to_trial")
        : router.compared_at === null
          ? t("setup.to_live_unseen")
          : t("setup.to_live", { n, ago: format.ago(router.compared_at) })}
    </Text>
  );
}
