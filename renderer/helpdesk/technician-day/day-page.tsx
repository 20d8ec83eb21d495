// My day: today's work of the signed-in person, one below the other, and beside it, or on a separate page on a
// phone, the work order that they are at. All of it works without the line.
import { Alert, Anchor, Box, Grid, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCalendarCheck, IconUserOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import type { Task } from "../../../shared/helpdesk/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Known, NothingHere, useArriving } from "../../kernel/screen/arriving.tsx";
import { Page } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { DayList } from "./day-list.tsx";
import { DayTask } from "./day-task.tsx";
import { type MyDay, useMyDay } from "./use-my-day.ts";

/** From here on the list and a work order have room beside each other. */
const WIDE = "(min-width: 75em)";

export interface DayPageProps {
  /** What later areas bring to a work order: the parts that were used. */
  readonly parts?: (task: Task) => ReactNode;
  /** What stands below the day: what the person has with them. */
  readonly stock?: ReactNode;
}

function Summary({ day }: { day: MyDay }) {
  const t = useWords();
  const format = useFormat();
  const done = day.parts.find(({ part }) => part === "done")?.tasks.length ?? 0;
  return (
    <>
      {format.day(format.today())} ·{" "}
      <Known width={60}>
        {t("day.open", { count: day.open.length, n: format.number(day.open.length) })}
        {done > 0 ? ` · ${t("day.done_count", { n: format.number(done) })}` : ""}
        {day.later > 0 ? (
          <>
            {" · "}
            <Anchor component={Link} to="/tasks" inherit>
              {t("day.later", { n: format.number(day.later) })}
            </Anchor>
          </>
        ) : null}
      </Known>
    </>
  );
}

export function DayPage({ parts, stock }: DayPageProps) {
  const t = useWords();
  const id = useSearchParams()[0].get("task") ?? undefined;
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const day = useMyDay();
  const arriving = useArriving();
  if (day === undefined) return <Page title={t("nav.day")}>{null}</Page>;
  if (day === null) {
    return (
      <Page title={t("nav.day")}>
        <NothingHere icon={IconUserOff} title={t("day.not_staff")} hint={t("day.not_staff_hint")} />
      </Page>
    );
  }
  const shown = id ?? (isWide ? day.open[0]?.id : undefined);
  const tasks =
    day.parts.length === 0 ? (
      <NothingHere icon={IconCalendarCheck} title={t("day.nothing")} hint={t("day.nothing_hint")} />
    ) : (
      <DayList day={day} shown={isWide ? shown : undefined} />
    );
  const list = (
    <Stack gap="md">
      {tasks}
      {stock}
    </Stack>
  );
  if (!isWide) {
    return id ? (
      <DayTask key={id} id={id} parts={parts} is_alone />
    ) : (
      <Page title={t("nav.day")} subtitle={<Summary day={day} />}>
        {list}
      </Page>
    );
  }
  return (
    <Page title={t("nav.day")} subtitle={<Summary day={day} />}>
      <Grid gap="lg" align="flex-start">
        <Grid.Col span={4}>{list}</Grid.Col>
        <Grid.Col span={8}>
          {shown ? (
            <DayTask key={shown} id={shown} parts={parts} />
          ) : arriving ? null : (
            <Box p="lg">
              <Alert color="green" icon={<IconCalendarCheck size={18} />}>
                <Text fz="sm">{t("day.all_done")}</Text>
              </Alert>
            </Box>
          )}
        </Grid.Col>
      </Grid>
    </Page>
  );
}
