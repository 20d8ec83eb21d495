// Freezing the month: which day is its last, and whether late work of tills is still booked in it.
import { Group, Text } from "@mantine/core";
import { useWords } from "../../../kernel/i18n/index.ts";
import { useRows } from "../../../kernel/replica-hooks.ts";
import { Fact } from "../../../kernel/screen/parts.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import type { StepProps } from "../step-props.ts";

export function FreezeStep({ end }: StepProps) {
  const t = useWords();
  const format = useFormat();
  const settings = useRows("settings", { limit: 1 })?.[0];
  const over = end.day < format.today();
  return (
    <>
      <Group gap="xl">
        <Fact label={t("steps.last_day")}>{format.day(end.day)}</Fact>
        <Fact label={t("steps.frozen_until")}>
          {settings?.freeze_date ? format.day(settings.freeze_date) : t("steps.not_frozen")}
        </Fact>
      </Group>
      {over ? null : <Text fz="sm">{t("steps.not_over", { day: format.day(end.day) })}</Text>}
    </>
  );
}
