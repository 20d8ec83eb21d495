// One window of a profile leads: nobody takes its replica away meanwhile, and it lets go once its work has ended.
import { expect, it } from "vitest";
import { joinTabs, whileNobodyLeads } from "../../../renderer/kernel/replica/tabs.ts";

/** A window that leads until it is closed, and then has something left to do. */
async function leading(database: string) {
  const tabs = joinTabs(database);
  const done: string[] = [];
  await new Promise<void>((begun) => {
    tabs.lead(async (signal) => {
      const closed = new Promise((end) => signal.addEventListener("abort", end));
      begun();
      await closed;
      for (let turn = 0; turn < 3; turn++) await new Promise((next) => setImmediate(next));
      done.push("what was left");
    });
  });
  return { tabs, done };
}

it("A window has let go of the replica only once its work has ended", async () => {
  const { tabs, done } = await leading("ends");
  await tabs.close();
  expect(done).toEqual(["what was left"]);
});

it("A replica that a window leads is taken away by nobody, and by anybody once that window is closed", async () => {
  const { tabs } = await leading("led");
  const wiped: string[] = [];
  const wipe = () => whileNobodyLeads("led", 0, async () => void wiped.push("wiped"));
  expect([await wipe(), wiped]).toEqual([false, []]);
  await tabs.close();
  expect([await wipe(), wiped]).toEqual([true, ["wiped"]]);
});
