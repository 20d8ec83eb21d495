// The rules of a day in the field, on days that a person can check by looking.
import { expect, it } from "vitest";
import {
  conflictsIn,
  inTurn,
  type Job,
  type Point,
  proposeOrder,
  turnsFor,
  windowsOf,
} from "../../shared/helpdesk/index.ts";
import { USUAL_VISITS, visitWindows } from "../../shared/platform/visit-windows.rules.ts";

/** A job some kilometres east of the office. */
interface Far extends Job {
  km: number | null;
}
const job = (id: string, more: Partial<Far> = {}): Far => ({
  ...{ id, status: "ASSIGNED", task_type: "REPAIR", priority: "MEDIUM", customer: null, assigned_to: "a" },
  ...{ due_date: "2026-12-01", window_from: null, window_to: null, sequence: null, km: null },
  ...more,
});
const at = ({ km }: Far): Point | null => (km === null ? null : { latitude: 0, longitude: km / 111.195 });
const early = { window_from: "09:00", window_to: "11:00" };
const noon = { window_from: "11:00", window_to: "13:00" };
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id).join("");

it("A day is in the order of its turns; what has none follows by its window, then by its urgency", () => {
  const jobs = [
    job("a", { priority: "URGENT" }),
    job("b", noon),
    job("c", { ...noon, priority: "HIGH" }),
    job("d", { ...noon, sequence: 2 }),
    job("e", { sequence: 1 }),
    job("f", early),
  ];
  expect(ids(inTurn(jobs))).toBe("edfcba");
});

it("A job that is put between two gets a turn between theirs; where there is no room, the day is numbered anew", () => {
  const order = [job("a", { sequence: 100 }), job("x"), job("b", { sequence: 200 })];
  expect(turnsFor(order, "x")).toEqual([{ id: "x", sequence: 150 }]);
  expect(turnsFor([job("a", { sequence: 100 }), job("x")], "x")).toEqual([{ id: "x", sequence: 200 }]);
  const full = [job("a", { sequence: 100 }), job("x"), job("b", { sequence: 101 })];
  expect(turnsFor(full, "x")).toEqual([
    { id: "x", sequence: 200 },
    { id: "b", sequence: 300 },
  ]);
  expect(turnsFor([job("a"), job("x")], "x")).toEqual([
    { id: "a", sequence: 100 },
    { id: "x", sequence: 200 },
  ]);
});

it("A company without usual hours has those alone that were agreed on", () => {
  expect(windowsOf([job("b", early)], visitWindows(""))).toEqual([{ from: "09:00", to: "11:00" }]);
});

it("The windows of a day are the usual ones and those that were agreed on, in their order", () => {
  const others = [job("a", { window_from: "12:00", window_to: "12:30" }), job("b", early)];
  const agreed = windowsOf(others, visitWindows(USUAL_VISITS));
  expect(agreed.map(({ from }) => from)).toEqual(["09:00", "11:00", "12:00", "14:00", "16:00"]);
});

it("The proposal goes window by window to the nearest place, and takes in on the way what has no window", () => {
  const jobs = [
    job("a", { ...early, km: 1, priority: "HIGH" }),
    job("b", { ...early, km: 9 }),
    job("c", { ...early, km: 2 }),
    job("d", { ...noon, km: 3 }),
    job("e", { ...noon, km: 8 }),
    job("w", { km: 5 }),
    job("u"),
  ];
  // 1 → 2 → (5) → 9, then back: 8, 3; of no place at the end.
  expect(ids(proposeOrder(jobs, at))).toBe("acwbedu");
});

it("The order that somebody made by hand wins over the proposal, which only puts the others into it", () => {
  const jobs = [
    job("far", { km: 9, sequence: 100 }),
    job("near", { km: 1, sequence: 200 }),
    job("mid", { km: 5 }),
  ];
  expect(proposeOrder(jobs, at).map(({ id }) => id)).toEqual(["far", "mid", "near"]);
});

it("A job that can't be done within its window is told with the time at which it would be done", () => {
  const first = job("a", { ...early, task_type: "INSTALLATION", km: 0 });
  const second = job("b", { ...early, km: 0 });
  // 09:00 + 90 minutes + 45.
  expect([...conflictsIn([first, second], at)]).toEqual([["b", "11:15"]]);
  // 5 km are 20 minutes more.
  expect([...conflictsIn([first, { ...second, km: 5 }], at)]).toEqual([["b", "11:35"]]);
  expect([...conflictsIn([first, { ...second, ...noon }], at)]).toEqual([]);
  expect([...conflictsIn([{ ...first, status: "COMPLETED" }, second], at)]).toEqual([]);
  // Against the order of the windows.
  expect([...conflictsIn([{ ...second, id: "n", ...noon }, second], at)]).toEqual([["b", "12:30"]]);
});
