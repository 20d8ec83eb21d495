// A month's attendance on one sheet: people by days, marked by keys as on paper.
import { ActionIcon, Button, Group, Kbd, Skeleton, Text, Tooltip } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconCloudOff,
  IconDownload,
  IconUsers,
} from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import {
  ATTENDANCE_STATUSES,
  type AttendanceSheet,
  type AttendanceStatus,
  attendance,
  type DayMark,
  employee,
} from "../../../shared/hr/index.ts";
import { CSV_BOM, csvLine, csvWriting } from "../../../shared/kernel/csv.ts";
import { addDays, isMonth, monthOf, nextMonth } from "../../../shared/kernel/day.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Nothing, Page, Trouble } from "../../kernel/screen/parts.tsx";
import { useNarrow } from "../../kernel/theme/narrow.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { SheetGrid } from "./sheet-grid.tsx";
import { type Cell, COUNTED, KEYS, keyOf } from "./sheet-marks.ts";

/** What was marked here lies over what was read, until the month is read again. */
function useMarks(sheet: AttendanceSheet | null) {
  const { client } = useReplica();
  const [marked, setMarked] = useState<Readonly<Record<string, AttendanceStatus>>>({});
  const marking = useCall(async ({ employee, day }: Cell, status: AttendanceStatus) => {
    const key = keyOf(employee, day);
    const before = marked[key];
    setMarked((known) => ({ ...known, [key]: status }));
    try {
      const body = { date: day, marks: [{ employee, status }] };
      await client.rest("POST", "/api/v1/attendance/mark/", body);
    } catch (error) {
      setMarked(({ [key]: _failed, ...others }) => (before ? { ...others, [key]: before } : others));
      throw error;
    }
  });
  const rows = useMemo(
    () =>
      sheet?.employees.map((row) => ({
        ...row,
        marks: row.marks.map((mark, at): DayMark => {
          const day = sheet.days[at] ?? "";
          return marked[keyOf(row.employee, day)] ?? mark;
        }),
      })) ?? [],
    [sheet, marked],
  );
  return { rows, marking };
}

function MonthButtons({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const t = useWords();
  const { month: inWords } = useFormat();
  const before = monthOf(addDays(`${month}-01`, -1));
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={34}
        aria-label={t("hr.month_before")}
        onClick={() => onMonth(before)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Text fw={600} miw="9rem" ta="center" aria-live="polite">
        {inWords(month)}
      </Text>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={t("hr.month_after")}
        onClick={() => onMonth(nextMonth(month))}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  );
}

export function AttendanceSheetPage() {
  const t = useWords();
  const words = useResourceWords(attendance);
  const people = useResourceWords(employee);
  const format = useFormat();
  const online = useOnline();
  const isNarrow = useNarrow();
  const [place, setPlace] = useSearchParams();
  const asked = place.get("month") ?? "";
  const month = isMonth(asked) ? asked : monthOf(format.today());
  const { data, error } = useAsk<AttendanceSheet>(`/api/v1/attendance/sheet/?month=${month}`);
  const [chosen, setChosen] = useState<Cell | null>(null);
  const { rows, marking } = useMarks(data);
  const saving = useCall(async () => {
    const lines = rows.map(({ employee_code, employee_name, marks }) => [
      employee_code,
      employee_name,
      ...marks.map((mark) => t(`hr.letter.${mark}`)),
      ...COUNTED.map((mark) => String(marks.filter((one) => one === mark).length)),
    ]);
    const head = [
      t("hr.code"),
      t("hr.person"),
      ...(data?.days ?? []),
      ...COUNTED.map((mark) => t(`hr.mark.${mark}`)),
    ];
    const writing = csvWriting(format.decimal);
    const csv = CSV_BOM + [head, ...lines].map((cells) => csvLine(cells, writing)).join("");
    await saveFile(`attendance-${month}.csv`, new TextEncoder().encode(csv), "text/csv;charset=utf-8");
  });
  const person = rows.find(({ employee }) => employee === chosen?.employee);
  const canMark = online && chosen !== null && chosen.day <= format.today();
  const mark = (cell: Cell, status: AttendanceStatus) => {
    if (online && cell.day <= format.today()) void marking.run(cell, status);
  };
  return (
    <Page
      title={t("nav.attendance_sheet")}
      fill
      actions={
        <>
          <MonthButtons
            month={month}
            onMonth={(next) => {
              setChosen(null);
              setPlace({ month: next }, { replace: true });
            }}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            disabled={rows.length === 0}
            loading={saving.busy}
            onClick={() => void saving.run()}
          >
            {t("table.csv")}
          </Button>
        </>
      }
    >
      <Trouble error={error ?? marking.error ?? saving.error} />
      {data === null ? (
        error ? null : online ? (
          <Skeleton h={240} />
        ) : (
          <Nothing icon={IconCloudOff} title={t("hr.needs_line")} />
        )
      ) : rows.length === 0 ? (
        <Nothing icon={IconUsers} title={people.none} hint={people.empty ?? ""} />
      ) : (
        <>
          <Group justify="space-between" gap="sm" mih={36}>
            <Text fz="sm" component="div" aria-live="polite">
              {person && chosen
                ? `${person.employee_name}, ${format.day(chosen.day)}`
                : t(isNarrow ? "hr.sheet_hint_touch" : "hr.sheet_hint")}
            </Text>
            <Group gap={6}>
              {ATTENDANCE_STATUSES.map((status) => (
                <Tooltip
                  key={status}
                  label={`${words.choice("status", status)} (${KEYS[status].toUpperCase()})`}
                >
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={!canMark}
                    onClick={() => chosen && mark(chosen, status)}
                  >
                    {words.choice("status", status)}
                    {isNarrow ? null : (
                      <>
                        &nbsp;<Kbd size="xs">{KEYS[status].toUpperCase()}</Kbd>
                      </>
                    )}
                  </Button>
                </Tooltip>
              ))}
            </Group>
          </Group>
          <SheetGrid days={data.days} rows={rows} chosen={chosen} onChoose={setChosen} onMark={mark} />
        </>
      )}
    </Page>
  );
}
