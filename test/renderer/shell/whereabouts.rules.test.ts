// Who is out where, from the jobs of a day.
import { expect, test } from "vitest";
import { whereabouts } from "../../../renderer/today/whereabouts.ts";
import type { Task } from "../../../shared/helpdesk/index.ts";

const job = (id: string, fields: Partial<Task>): Task =>
  ({
    ...{ id, title: id, status: "ASSIGNED", assigned_to: "sujon", paused_at: null, sequence: null },
    ...{ window_from: null, priority: "MEDIUM", ...fields },
  }) as Task;

const said = (jobs: readonly Task[]) =>
  whereabouts(jobs).map(({ person, job: at, is_there, done, all }) =>
    [person, is_there ? "at" : "next", at?.id ?? "-", `${done}/${all}`].join(" "),
  );

test("Who has begun a job is at it, who has not has the next one in turn, and who is done has none", () => {
  const jobs = [
    job("done", { status: "COMPLETED" }),
    job("second", { sequence: 2 }),
    job("first", { sequence: 1 }),
    job("begun", { assigned_to: "rina", status: "IN_PROGRESS" }),
    job("over", { assigned_to: "tareq", status: "COMPLETED" }),
  ];
  expect(said(jobs)).toEqual(["rina at begun 0/1", "sujon next first 1/3", "tareq next - 1/1"]);
});

test("Work that rests is not where somebody is, and a job called off or nobody's counts for nobody", () => {
  const jobs = [
    job("resting", { status: "IN_PROGRESS", paused_at: "2026-11-20T08:00:00.000Z", sequence: 2 }),
    job("next", { sequence: 1 }),
    job("off", { status: "CANCELLED" }),
    job("nobodys", { assigned_to: null, status: "PENDING" }),
  ];
  expect(said(jobs)).toEqual(["sujon next next 0/2"]);
});
