// The sheet itself: one cell can be chosen at a time, by mouse or arrows, and letters mark it. Only people in view are drawn.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useRef } from "react";
import type { AttendanceSheet, AttendanceStatus } from "../../../shared/hr/index.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
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

/** Height of a person's row in pixels, its line below included. */
const ROW = 35;

/** The place of people who are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

export function SheetGrid({ days, rows, chosen, onChoose, onMark }: SheetGridProps) {
  const t = useWords();
  const { locale, today, day: inWords, number } = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  const drawn = virtual.getVirtualItems();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "narrow", timeZone: "UTC" });
  const columns = 1 + days.length + COUNTED.length;
  const at = {
    row: Math.max(
      0,
      rows.findIndex(({ employee }) => employee === chosen?.employee),
    ),
    day: Math.max(0, days.indexOf(chosen?.day ?? today())),
  };
  // Tab reaches the sheet also while the chosen cell is out of view.
  const isDrawn = drawn.some(({ index }) => index === at.row);
  const tabRow = isDrawn ? at.row : (drawn[0]?.index ?? 0);
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
    const focus = () => {
      const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.day}"]`);
      cell?.focus();
      return cell !== null && cell !== undefined;
    };
    if (focus()) return;
    // A row that comes into view is drawn first.
    virtual.scrollToIndex(next.row);
    requestAnimationFrame(focus);
  };
  return (
    <div ref={frame} className={classes.frame}>
      <table className={classes.sheet} aria-label={t("nav.attendance_sheet")} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col" className={classes.person}>
              {t("hr.person")}
            </th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today() || undefined}>
                <span className={classes.weekday}>{weekday.format(new Date(`${day}T00:00:00Z`))}</span>
                {number(Number(day.slice(8)))}
              </th>
            ))}
            {COUNTED.map((mark) => (
              <th key={mark} scope="col" title={t(`hr.mark.${mark}`)} className={classes.sum}>
                {t(`hr.letter.${mark}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={drawn[0]?.start ?? 0} columns={columns} />
          {drawn.map(({ index: row }) => {
            const one = rows[row];
            if (!one) return null;
            const { employee, employee_name, employee_code, marks } = one;
            return (
              <tr key={employee} aria-rowindex={row + 2}>
                <th scope="row" className={classes.person} title={employee_code}>
                  {employee_name}
                </th>
                {marks.map((mark, index) => {
                  const day = days[index] ?? "";
                  const isAt = row === tabRow && index === at.day;
                  const colour = COLOURS[mark];
                  return (
                    <td key={day}>
                      <button
                        type="button"
                        data-cell={`${row} ${index}`}
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
                {COUNTED.map((mark) => {
                  const count = marks.filter((one) => one === mark).length;
                  return (
                    <td key={mark} className={classes.sum}>
                      {count > 0 ? number(count) : ""}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          <Gap height={virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)} columns={columns} />
        </tbody>
      </table>
    </div>
  );
}
