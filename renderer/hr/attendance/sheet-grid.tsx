// The sheet itself: one cell can be chosen at a time, by mouse or arrows, and letters mark it.
import { type KeyboardEvent, useRef } from "react";
import type { AttendanceSheet, AttendanceStatus } from "../../../shared/hr/index.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { own } from "../../../shared/kernel/own.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";
import classes from "./sheet.module.css";
import { type Cell, COLOURS, COUNTED, KEYS } from "./sheet-marks.ts";

interface SheetGridProps {
  days: readonly Day[];
  rows: AttendanceSheet["employees"];
  chosen: Cell | null;
  onChoose: (cell: Cell) => void;
  onMark: (cell: Cell, status: AttendanceStatus) => void;
}

const STEPS: Readonly<Record<string, readonly [rows: number, days: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  Home: [0, -31],
  End: [0, 31],
};

export function SheetGrid({ days, rows, chosen, onChoose, onMark }: SheetGridProps) {
  const t = useWords();
  const { locale, today, day: inWords } = useFormat();
  const body = useRef<HTMLTableSectionElement>(null);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "narrow", timeZone: "UTC" });
  const at = {
    row: Math.max(
      0,
      rows.findIndex(({ employee }) => employee === chosen?.employee),
    ),
    day: Math.max(0, days.indexOf(chosen?.day ?? today())),
  };
  const within = (value: number, length: number) => Math.min(length - 1, Math.max(0, value));
  const onKeyDown = (event: KeyboardEvent) => {
    const [row, day] = [rows[at.row], days[at.day]];
    if (!row || day === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const status = Object.entries(KEYS).find(([, key]) => key === event.key.toLowerCase())?.[0];
    const step = own(STEPS, event.key);
    if (status) onMark({ employee: row.employee, day }, status as AttendanceStatus);
    // A marked cell is done: the next person of that day follows, as on paper.
    const [down, across] = status ? [1, 0] : (step ?? [0, 0]);
    if (!status && !step) return;
    event.preventDefault();
    const next = { row: within(at.row + down, rows.length), day: within(at.day + across, days.length) };
    body.current?.rows[next.row]?.cells[next.day + 1]?.querySelector("button")?.focus();
  };
  return (
    <div className={classes.frame}>
      <table className={classes.sheet} aria-label={t("nav.attendance_sheet")}>
        <thead>
          <tr>
            <th scope="col" className={classes.person}>
              {t("hr.person")}
            </th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today() || undefined}>
                <span className={classes.weekday}>{weekday.format(new Date(`${day}T00:00:00Z`))}</span>
                {Number(day.slice(8))}
              </th>
            ))}
            {COUNTED.map((mark) => (
              <th key={mark} scope="col" title={t(`hr.mark.${mark}`)} className={classes.sum}>
                {t(`hr.letter.${mark}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map(({ employee, employee_name, employee_code, marks }, row) => (
            <tr key={employee}>
              <th scope="row" className={classes.person} title={employee_code}>
                {employee_name}
              </th>
              {marks.map((mark, index) => {
                const day = days[index] ?? "";
                const isAt = row === at.row && index === at.day;
                const colour = COLOURS[mark];
                return (
                  <td key={day}>
                    <button
                      type="button"
                      tabIndex={isAt ? 0 : -1}
                      aria-label={`${employee_name}, ${inWords(day)}: ${t(`hr.mark.${mark}`)}`}
                      aria-pressed={chosen?.employee === employee && chosen.day === day}
                      className={classes.cell}
                      style={colour ? { background: `var(--mantine-color-${colour}-light)` } : undefined}
                      onFocus={() => onChoose({ employee, day })}
                      onKeyDown={onKeyDown}
                    >
                      {t(`hr.letter.${mark}`)}
                    </button>
                  </td>
                );
              })}
              {COUNTED.map((mark) => (
                <td key={mark} className={classes.sum}>
                  {marks.filter((one) => one === mark).length || ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
