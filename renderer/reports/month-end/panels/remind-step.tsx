// Who had owed since when on the month's last day, and who of them still does: those who are chosen are reminded.
import { Button, Stack, Text, Title } from "@mantine/core";
import { IconBellRinging } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { type AgeBucket, bucketOf } from "../../../../shared/billing/index.ts";
import { AgedOn, Debtors } from "../../../billing/index.ts";
import { RemindDialog, useMayRemind } from "../../../callcenter/index.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import type { StepProps } from "../step-props.ts";

export function RemindStep({ end, figures }: StepProps) {
  const t = useWords();
  const format = useFormat();
  const may = useMayRemind();
  const [age, setAge] = useState<AgeBucket | null>(null);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const today = format.today();
  const day = end.day < today ? end.day : today;
  const late = useMemo(
    () => figures.dues.filter(({ due_date }) => bucketOf(due_date, day) !== "CURRENT"),
    [figures.dues, day],
  );
  return (
    <Stack gap="sm" mih={360} style={{ flex: 1 }}>
      <AgedOn day={day} />
      <Title order={3}>{t("steps.still_owed")}</Title>
      <Text fz="sm" c="dimmed">
        {t("steps.still_owed_hint", { day: format.day(day) })}
      </Text>
      <Debtors
        dues={late}
        day={day}
        bucket={age}
        onBucket={setAge}
        {...(may
          ? {
              actions: (ids: readonly string[]) => (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconBellRinging size={15} aria-hidden />}
                  disabled={ids.length === 0}
                  onClick={() => setChosen(ids)}
                >
                  {t("steps.remind", { n: format.number(ids.length) })}
                </Button>
              ),
            }
          : {})}
      />
      {chosen ? <RemindDialog ids={chosen} onClose={() => setChosen(null)} /> : null}
    </Stack>
  );
}
