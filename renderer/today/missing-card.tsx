// HR's card of Today: who works today and was not seen, who is absent, who is on leave.
import { Text } from "@mantine/core";
import { type AttendanceSheet, attendance, type DayMark } from "../../shared/hr/index.ts";
import { monthOf } from "../../shared/kernel/day.ts";
import { useKeptReport } from "../kernel/connection/use-kept-report.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { NotHere } from "../kernel/resource/not-here.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { Card, Line } from "../reports/parts.tsx";

/** In the order in which they are asked after. */
const AWAY: readonly DayMark[] = ["NONE", "ABSENT", "HALF_LEAVE", "ON_LEAVE"];

export function MissingCard() {
  const t = useWords();
  const format = useFormat();
  const words = useResourceWords(attendance);
  const today = format.today();
  const path = `/api/v1/attendance/sheet/?month=${monthOf(today)}`;
  const { data, at, missing } = useKeptReport<AttendanceSheet>(path);
  if (!data) return <NotHere {...missing} />;
  const column = data.days.indexOf(today);
  const marked = data.employees.map(({ employee, name, marks }) => ({ employee, name, mark: marks[column] }));
  const away = AWAY.flatMap((mark) => marked.filter((one) => one.mark === mark));
  return (
    <Card title={t("today.missing")} aside={at ? t("report.as_of", { time: format.instant(at) }) : null}>
      {away.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {t("today.missing_none")}
        </Text>
      ) : null}
      {away.map(({ employee, name, mark }) => (
        <Line key={employee} name={name} to={`employees/${employee}`}>
          {mark === "NONE" || mark === undefined ? t("today.not_yet") : words.choice("status", mark)}
        </Line>
      ))}
    </Card>
  );
}
