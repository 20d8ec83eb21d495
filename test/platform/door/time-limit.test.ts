// A request that never hears back from the database is answered all the same, and one that was answered leaves no timer behind.
import fastify from "fastify";
import { afterEach, expect, it, vi } from "vitest";
import { answerErrors } from "../../../server/kernel/http/answer-errors.ts";
import { limitTime } from "../../../server/kernel/http/time-limit.ts";

const MINUTE = 60_000;

async function open(config: { is_stream?: boolean; time_limit?: number } = {}) {
  const { is_stream, ...rest } = config;
  const app = fastify();
  limitTime(app);
  answerErrors(app);
  let answer: (body: object) => void = () => {};
  const handler = () =>
    new Promise<object>((resolve) => {
      answer = resolve;
    });
  app.get("/", {
    config: { ...rest, access: { permission: null, ...(is_stream ? { is_stream } : {}) } },
    handler,
  });
  await app.ready();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let isAnswered = false;
  const asked = app.inject({ url: "/" }).finally(() => {
    isAnswered = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return { asked, answer: (body: object) => answer(body), isAnswered: () => isAnswered };
}

afterEach(() => vi.useRealTimers());

it("A handler that does not come back is answered for after a minute, and what it says later is nobody's", async () => {
  const { asked, answer, isAnswered } = await open();
  await vi.advanceTimersByTimeAsync(MINUTE - 1);
  expect(isAnswered()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  const { statusCode, body } = await asked;
  expect(statusCode).toBe(503);
  expect(JSON.parse(body)).toMatchObject({ code: "UNAVAILABLE" });
  answer({ late: true });
  await new Promise((resolve) => setImmediate(resolve));
});

it("What works through a whole tenant has the time that its route says", async () => {
  const { asked, isAnswered } = await open({ time_limit: 15 * MINUTE });
  await vi.advanceTimersByTimeAsync(15 * MINUTE - 1);
  expect(isAnswered()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await asked).statusCode).toBe(503);
});

it("An answer in time is the handler's own, and no timer is left behind it", async () => {
  const { asked, answer } = await open();
  expect(vi.getTimerCount()).toBe(1);
  answer({ done: true });
  expect((await asked).json()).toEqual({ done: true });
  expect(vi.getTimerCount()).toBe(0);
});

it("A stream, which has no end, has no limit", async () => {
  const { asked, answer } = await open({ is_stream: true });
  expect(vi.getTimerCount()).toBe(0);
  answer({ event: 1 });
  expect((await asked).statusCode).toBe(200);
});
