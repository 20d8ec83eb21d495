// The demo's own people: hired, coming to work day by day, asking for leave and advances, paid month by month.
import { addDays, type Day, daysOfMonth, type Month, monthOf, weekdayOf } from "../../shared/kernel/day.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";
import { type Act, type Actor, actorOf, inParallel } from "./act.ts";
import type { DemoTenant } from "./people.ts";
import { type Random, random } from "./random.ts";

/** Months of attendance and pay before this one. */
const MONTHS = 2;
const LANES = 6;
const FRIDAY = 5;

/** Most come in time. */
const HABITS = ["early", "late", "early", "careless", "early"] as const;

interface Hired {
  id: string;
  join_date: Day;
  habit: (typeof HABITS)[number];
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
  const owner = { ...demo.admin, designation: "Managing director", phone: "" };
  const members = [...demo.staff, owner].map(({ username, full_name, designation, phone }) => {
    const salary = designation === owner.designation ? "60000" : "18000";
    const staff = accounts.get(username) ?? null;
    return { name: full_name, designation, department: "Office", salary, phone, staff };
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
    hired.push({ id: String(id), habit: HABITS[index % HABITS.length] ?? "early", join_date });
  }
  return hired;
}

/** When an employee came that day, by the clock; null: they did not. */
function cameAt(habit: Hired["habit"], chance: Random): string | null {
  if (chance.chance(habit === "careless" ? 0.08 : 0.02)) return null;
  const minutes = habit === "early" ? chance.between(-20, 14) : chance.between(-5, 45);
  const at = 9 * 60 + minutes;
  return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
}

/** A day's list, as the clerk at the door hands it in: without who is on leave, and now and then one is forgotten. */
function markedDay(office: Office, hired: readonly Hired[], date: Day, chance: Random): Act {
  const away = new Set(
    wishesOf(office).flatMap(([who, , from, days, , isGranted]) =>
      isGranted && from <= date && date < addDays(from, days) ? [hired[who]?.id] : [],
    ),
  );
  const marks = hired.flatMap(({ id, habit, join_date }) => {
    if (date < join_date || away.has(id) || chance.chance(0.01)) return [];
    const check_in = cameAt(habit, chance);
    const check_out = `1${chance.between(7, 9)}:${chance.between(10, 55)}`;
    return [check_in ? { employee: id, check_in, check_out } : { employee: id, status: "ABSENT" }];
  });
  return { name: "attendance.mark", key: `attendance:${date}`, input: { date, marks }, at: noonOf(date) };
}

/** Who asks for leave: when, how long, and whether it was granted. */
function wishesOf({ months, today }: Office) {
  const [first = "", second = ""] = months;
  return [
    [0, "CASUAL", `${first}-09`, 2, "Family", true],
    [3, "UNPAID", `${first}-20`, 3, "Village home", true],
    [5, "SICK", `${second}-06`, 1, "Fever", true],
    [1, "ANNUAL", addDays(today, 9), 4, "Wedding in the family", false],
    [4, "CASUAL", addDays(today, 3), 1, "Exam", false],
  ] as const;
}

async function leaves(office: Office, hired: readonly Hired[]): Promise<void> {
  const { act, today } = office;
  for (const [who, leave_type, start_date, days, reason, isGranted] of wishesOf(office)) {
    const employee = hired[who]?.id;
    const at = noonOf(addDays(start_date, -4) < today ? addDays(start_date, -4) : today);
    const input = { employee, leave_type, start_date, end_date: addDays(start_date, days - 1), reason };
    const { id } = await act({ name: "leave.create", key: `leave:${who}`, input, at });
    if (isGranted)
      await act({ name: "leave.approve", key: `leave:${who}:yes`, id: String(id), input: {}, at });
  }
}

/** A month's pay as it is drawn up, with an advance on it. */
async function draw({ act }: Office, hired: readonly Hired[], month: Month): Promise<void> {
  const at = noonOf(`${month}-25`);
  const advance = { employee: hired[6]?.id, amount: "3000", request_date: `${month}-12` };
  const { id } = await act({ name: "advance_salary.create", key: `advance:${month}`, input: advance, at });
  await act({
    name: "advance_salary.approve",
    key: `advance:${month}:yes`,
    id: String(id),
    input: { holder: "OFFICE" },
    at,
  });
  await act({ name: "payroll.generate", key: `payroll:${month}`, input: { month }, at });
}

/** Months of work of the demo's people, through the operations that the office uses; this month is not paid yet. */
export async function workThroughMonths(
  services: Services,
  tenant: Tenant,
  demo: DemoTenant,
  today: Day,
): Promise<void> {
  const act = await actorOf(services, tenant, demo.admin.username);
  const sql = services.db.platform;
  const profiles = await sql<{ username: string; id: string }[]>`
    select u.username, p.id from staff_profiles p join users u on u.id = p."user" where p.tenant_id = ${tenant.id}`;
  const accounts = new Map(profiles.map(({ username, id }) => [username, id]));
  const [year = 0, number = 0] = monthOf(today).split("-").map(Number);
  const months = Array.from({ length: MONTHS + 1 }, (_, index) =>
    new Date(Date.UTC(year, number - 1 - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
  const office = { act, demo, accounts, today, months };
  const chance = random(demo.seed + 11);
  const hired = await hire(office, chance);
  await leaves(office, hired);
  const days = months.flatMap(daysOfMonth).filter((day) => day < today && weekdayOf(day) !== FRIDAY);
  const lists = days.map((day) => markedDay(office, hired, day, chance));
  await inParallel(lists, LANES, async (list) => {
    await act(list);
  });
  for (const month of months.slice(0, -1)) {
    await draw(office, hired, month);
    const at = noonOf(`${month}-28`);
    // Out of the wallet, as far as it goes: a small demo earns less than these people cost.
    const drafts = await sql<{ id: string }[]>`
      select id from (select id, sum(net_salary) over (order by net_salary, id) as cost from payrolls
        where tenant_id = ${tenant.id} and month = ${month} and status = 'DRAFT') p
      where cost <= (select coalesce(sum(e.debit - e.credit), 0) from ledger_entries e
        join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
        where e.tenant_id = ${tenant.id} and a.code = 'CASH:MOBILE' and e.entry_date <= ${`${month}-28`}) order by id`;
    for (const { id } of drafts)
      await act({ name: "payroll.pay", key: `pay:${id}`, id, input: { method: "MOBILE" }, at });
  }
  const asked = { employee: hired[2]?.id, amount: "5000", request_date: today };
  await act({ name: "advance_salary.create", key: "advance:asked", input: asked, at: noonOf(today) });
}
