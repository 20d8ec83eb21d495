// The demo's own people: hired, coming to work day by day, asking for leave and advances, paid month by month.
import { addDays, type Day, daysOfMonth, type Month, weekdayOf } from "../../shared/kernel/day.ts";
import type { Act, Actor } from "./act.ts";
import { inParallel } from "./act.ts";
import type { DemoTenant } from "./people.ts";
import { type Random, random } from "./random.ts";

/** Months of attendance and pay before this one. */
const MONTHS = 2;
const LANES = 6;
const FRIDAY = 5;

interface Hired {
  id: string;
  habit: "early" | "late" | "careless";
}

const JOBS = [
  ["Field technician", "Field", "17000"],
  ["Field technician", "Field", "16500"],
  ["Network engineer", "Network", "38000"],
  ["Call centre agent", "Support", "15000"],
  ["Call centre agent", "Support", "15500"],
  ["Accountant", "Office", "28000"],
  ["Driver", "Field", "14000"],
] as const;

interface Office {
  act: Actor;
  demo: DemoTenant;
  /** Staff ids by username. */
  accounts: ReadonlyMap<string, string>;
  today: Day;
  months: readonly Month[];
}

/** Noon of a day: its zone does not matter for a demo. */
const noonOf = (day: Day) => new Date(`${day}T06:00:00Z`);

async function hire({ act, demo, accounts, months }: Office, chance: Random): Promise<Hired[]> {
  const at = noonOf(`${months[0]}-01`);
  const members = demo.staff.map(({ username, full_name, designation, phone }) => {
    const [department, salary] = ["Office", designation === "Field technician" ? "17000" : "18000"];
    return { name: full_name, designation, department, salary, phone, staff: accounts.get(username) ?? null };
  });
  const others = JOBS.map(([designation, department, salary]) => ({
    name: `${chance.pick(demo.given_names)} ${chance.pick(demo.family_names)}`,
    ...{ designation, department, salary, staff: null },
    phone: demo.phone_prefix + String(chance.between(10_000_000, 99_999_999)),
  }));
  const hired: Hired[] = [];
  for (const [index, person] of [...members, ...others].entries()) {
    const join_date = index === 8 ? `${months.at(-1)}-02` : `2025-0${1 + (index % 9)}-15`;
    const input = { ...person, join_date };
    const { id } = await act({ name: "employee.create", key: `employee:${index}`, input, at });
    const habit = chance.chance(0.7) ? "early" : chance.chance(0.7) ? "late" : "careless";
    hired.push({ id: String(id), habit });
  }
  return hired;
}

/** When somebody came that day, by the clock; null: they did not. */
function cameAt(habit: Hired["habit"], chance: Random): string | null {
  if (chance.chance(habit === "careless" ? 0.08 : 0.02)) return null;
  const minutes = habit === "early" ? chance.between(-20, 14) : chance.between(-5, 45);
  const at = 9 * 60 + minutes;
  return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
}

/** A day's list, as the clerk at the door hands it in. */
function markedDay(hired: readonly Hired[], date: Day, chance: Random): Act {
  const marks = hired.flatMap(({ id, habit }, index) => {
    // Who joins later is not on it; and somebody is forgotten now and then.
    if (index === 8 && date.endsWith("-01")) return [];
    if (chance.chance(0.01)) return [];
    const check_in = cameAt(habit, chance);
    const check_out = `1${chance.between(7, 9)}:${chance.between(10, 55)}`;
    return [check_in ? { employee: id, check_in, check_out } : { employee: id, status: "ABSENT" }];
  });
  return { name: "attendance.mark", key: `attendance:${date}`, input: { date, marks }, at: noonOf(date) };
}

async function leaves({ act, months, today }: Office, hired: readonly Hired[]): Promise<void> {
  const [first = "", second = ""] = months;
  const wishes = [
    [0, "CASUAL", `${first}-09`, 2, "Family", true],
    [3, "UNPAID", `${first}-20`, 3, "Village home", true],
    [5, "SICK", `${second}-06`, 1, "Fever", true],
    [1, "ANNUAL", addDays(today, 9), 4, "Wedding in the family", false],
    [4, "CASUAL", addDays(today, 3), 1, "Exam", false],
  ] as const;
  for (const [who, leave_type, start_date, days, reason, isGranted] of wishes) {
    const employee = hired[who]?.id;
    const at = noonOf(addDays(start_date, -4) < today ? addDays(start_date, -4) : today);
    const input = { employee, leave_type, start_date, end_date: addDays(start_date, days - 1), reason };
    const { id } = await act({ name: "leave.create", key: `leave:${who}`, input, at });
    if (isGranted)
      await act({ name: "leave.approve", key: `leave:${who}:yes`, id: String(id), input: {}, at });
  }
}

async function pay(office: Office, hired: readonly Hired[], month: Month): Promise<void> {
  const { act } = office;
  const at = noonOf(`${month}-25`);
  const advance = { employee: hired[6]?.id, amount: "3000", request_date: `${month}-12` };
  const { id } = await act({ name: "advance_salary.create", key: `advance:${month}`, input: advance, at });
  await act({ name: "advance_salary.approve", key: `advance:${month}:yes`, id: String(id), input: {}, at });
  await act({ name: "payroll.generate", key: `payroll:${month}`, input: { month }, at });
}

/** Months of work of the demo's people, through the operations that the office uses; this month is not paid yet. */
export async function workThroughMonths(
  office: Omit<Office, "months">,
  month: Month,
  payAll: (month: Month, at: Date) => Promise<void>,
): Promise<void> {
  const { demo, today } = office;
  const chance = random(demo.seed + 11);
  const [year = 0, number = 0] = month.split("-").map(Number);
  const months = Array.from({ length: MONTHS + 1 }, (_, index) =>
    new Date(Date.UTC(year, number - 1 - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
  const whole = { ...office, months };
  const hired = await hire(whole, chance);
  await leaves(whole, hired);
  const days = months.flatMap(daysOfMonth).filter((day) => day < today && weekdayOf(day) !== FRIDAY);
  const acts = days.map((day) => markedDay(hired, day, chance));
  await inParallel(acts, LANES, async (one) => {
    await office.act(one);
  });
  for (const past of months.slice(0, -1)) {
    await pay(whole, hired, past);
    await payAll(past, noonOf(`${past}-28`));
  }
  const asked = { employee: hired[2]?.id, amount: "5000", request_date: today };
  await office.act({ name: "advance_salary.create", key: "advance:asked", input: asked, at: noonOf(today) });
}
