// The network status: now, at each change, after each wake-up; and nothing is asked while nobody listens.
import { expect, test, vi } from "vitest";
import { createNetworkWatch } from "../../main/electron/network-watch.ts";
import type { NetworkStatus } from "../../shared/kernel/desktop/desktop-bridge.ts";

test("Listeners hear the present status, each change once, and every wake-up", async () => {
  let online = true;
  let asked = 0;
  const network = createNetworkWatch(() => {
    asked += 1;
    return online;
  }, 5);
  const seen: NetworkStatus[] = [];
  const stop = network.watch((status) => seen.push(status));
  const late = vi.fn();
  const stopLate = network.watch(late);
  expect(seen).toEqual([{ online: true, resumes: 0 }]);
  online = false;
  await expect.poll(() => seen).toHaveLength(2);
  const askedThen = asked;
  await expect.poll(() => asked).toBeGreaterThan(askedThen + 3);
  expect(seen.at(-1)).toEqual({ online: false, resumes: 0 });
  expect(seen).toHaveLength(2);
  online = true;
  network.resumed();
  expect(seen.at(-1)).toEqual({ online: true, resumes: 1 });
  expect(late).toHaveBeenLastCalledWith({ online: true, resumes: 1 });
  stop();
  stopLate();
  network.resumed();
  expect(seen).toHaveLength(3);
});

test("Once nobody listens the timer is gone", () => {
  vi.useFakeTimers();
  try {
    const network = createNetworkWatch(() => true);
    const stop = network.watch(() => {});
    expect(vi.getTimerCount()).toBe(1);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
