// Requests are answered a moment before the jobs run: what they wake is done all the same.
import { expect, it, vi } from "vitest";
import { type JobDefinition, Jobs } from "../../../server/kernel/jobs/jobs.ts";
import type { Services } from "../../../server/kernel/services.ts";
import { onCluster } from "../../helpers/database/cluster.ts";
import { freshDatabase } from "../../helpers/postgres.ts";
import { HANGS_MS } from "../../helpers/process/wait.ts";

it("A job that is woken before the jobs run is done once they do, and not a schedule later", async () => {
  const database = await freshDatabase();
  const failed: unknown[] = [];
  const jobs = new Jobs(database.url, onCluster, (error) => failed.push(error));
  const heard: unknown[] = [];
  const definition: JobDefinition = {
    name: "test-early",
    run: async (_services, data) => void heard.push(data),
  };
  jobs.wake("test-early", { of: "a request" });
  await jobs.start({} as Services, [definition]);
  await vi.waitFor(() => expect(heard).toEqual([{ of: "a request" }]), { timeout: HANGS_MS });
  await jobs.stop();
  jobs.wake("test-early", { of: "nobody" });
  expect(failed).toEqual([]);
  await database.drop();
});
