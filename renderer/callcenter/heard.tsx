// How many customers a broadcast calls, and what the first of them hears.
import { Paper, Stack, Text } from "@mantine/core";
import { fillScript } from "../../shared/callcenter/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { useRows } from "../kernel/replica-hooks.ts";
import { useFormat } from "../kernel/use-format.ts";

export interface Found {
  readonly count: number;
  readonly count_is_exact?: false;
  readonly results: readonly { name: string; due_amount: string; expiry_date: string | null }[];
}

/** How many will be called, and what the first of them hears. */
export function Heard({ found, script }: { found: Found; script: string }) {
  const t = useWords();
  const format = useFormat();
  const [settings] = useRows("settings") ?? [];
  const [first] = found.results;
  if (!first) return <Text fz="sm">{t("calls.nobody")}</Text>;
  const count = found.count_is_exact === false ? found.count - 1 : found.count;
  const company_name = settings?.company_name ?? "";
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {t(found.count_is_exact === false ? "calls.more_than" : "calls.will", {
          count,
          n: format.number(count),
        })}
      </Text>
      <Paper p="sm" withBorder>
        <Text fz="xs" c="dimmed">
          {t("calls.heard", { name: first.name })}
        </Text>
        <Text fz="sm" style={{ whiteSpace: "pre-wrap" }}>
          {fillScript(script, { ...first, company_name }, format)}
        </Text>
      </Paper>
    </Stack>
  );
}
