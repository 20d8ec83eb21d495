// How soon a line that returned is used again, by the desktop's own clock: whatever hangs on it meanwhile, and in whichever moment
// between two tries it returns.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchConnection } from "../../../renderer/kernel/replica/connection/server-connection.ts";

/** What the contract gives it. */
const AGAIN_MS = 5_000;
/** By when a line that is down is noticed where nobody works: a while of silence, and a try's verdict. */
const NOTICED_MS = 20_000;

type Line = "pass" | "refuse" | "swallow";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(["refuse", "swallow"] as const)(
  "A line that began to %s is noticed, and used again within five seconds of its return",
  async (how) => {
    for (let into = 0; into <= 2 * AGAIN_MS; into += 250) {
      let line: Line = "pass";
      let tries = 0;
      const connection = watchConnection(() => {
        tries += 1;
        if (line === "pass") return Promise.resolve();
        return line === "refuse" ? Promise.reject(new Error("refused")) : new Promise(() => {});
      });
      await vi.advanceTimersByTimeAsync(1);
      expect(connection.state.getSnapshot()).toBe("online");
      line = how;
      await vi.advanceTimersByTimeAsync(NOTICED_MS + into);
      expect(connection.state.getSnapshot()).toBe("offline");
      line = "pass";
      const before = tries;
      await vi.advanceTimersByTimeAsync(AGAIN_MS);
      expect(connection.state.getSnapshot(), `${into} ms after it was noticed`).toBe("online");
      // What was begun into the silence is not waited for, and one try is enough.
      expect(tries - before).toBe(1);
      connection.stop();
    }
  },
);
