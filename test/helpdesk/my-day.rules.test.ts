// The page of a technician's day: what stands on it, and what comes first.
import { expect, it } from "vitest";
import { dayPartOf, inOrderOfDay } from "../../renderer/helpdesk/technician-day/day.rules.ts";

type Planned = Parameters<typeof inOrderOfDay>[0];
const TODAY = "2026-12-01";

const job = (id: string, more: Partial<Planned> = {}): Planned => ({
  ...{ id, status: "ASSIGNED", due_date: TODAY, priority: "MEDIUM", window_from: null, sequence: null },
  created_at: "2026-11-30T08:00:00.000Z",
  ...more,
});

it("What is urgent comes first; then the order of travel, the priority, the hours that were told, and who asked first", () => {
  const jobs = [
    job("g", { created_at: "2026-11-30T09:00:00.000Z" }),
    job("f"),
    job("e", { window_from: "11:00" }),
    job("d", { window_from: "09:00" }),
    job("c", { priority: "HIGH" }),
    job("b", { priority: "LOW", sequence: 100 }),
    job("a", { priority: "URGENT", window_from: "16:00" }),
  ];
  expect(
    jobs
      .sort(inOrderOfDay)
      .map(({ id }) => id)
      .join(""),
  ).toBe("abcdefg");
});

it("A work order stands where it belongs on the day: what is under way, of today, carried over, without a day, and done today", () => {
  const part = (status: Planned["status"], due_date: string | null, doneOn: string | null = null) =>
    dayPartOf({ status, due_date }, TODAY, doneOn);
  expect([part("IN_PROGRESS", "2026-12-05"), part("ASSIGNED", TODAY)]).toEqual(["now", "today"]);
  expect([part("ASSIGNED", "2026-11-30"), part("ASSIGNED", "2026-12-02")]).toEqual(["carried", null]);
  expect([part("ASSIGNED", null), part("CANCELLED", TODAY)]).toEqual(["undated", null]);
  expect([part("COMPLETED", TODAY, TODAY), part("COMPLETED", TODAY, "2026-11-30")]).toEqual(["done", null]);
});
