// The queue before password hashes: who guesses waits for themselves, not others for them.
import { expect, it } from "vitest";
import { AttemptQueue } from "../../server/identity/sign-in/attempt-queue.ts";

/** Works that end when told to, and the order in which they began. */
function works(queue: AttemptQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  const add = (address: string, username: string, is_known = false) => {
    const name = `${address}/${username}`;
    queue
      .run({ address, username, is_known }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .catch((error: { code: string }) => refused.push(error.code));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, refused, add, end };
}

it("The queue of attempts gives a counter the next turn while forty sprayers of another address wait, and refuses what is too much", async () => {
  const { begun, refused, add, end } = works(new AttemptQueue(2));
  for (let sprayer = 0; sprayer < 40; sprayer += 1) add("10.0.0.1", `user-${sprayer}`);
  add("10.0.0.2", "counter");
  await new Promise(setImmediate);
  expect(begun).toEqual(["10.0.0.1/user-0", "10.0.0.1/user-1"]);
  expect(refused).toEqual(Array(18).fill("RATE_LIMITED"));
  await end("10.0.0.1/user-0");
  await end("10.0.0.1/user-1");
  expect(begun.slice(2)).toContain("10.0.0.2/counter");
});

it("The queue of attempts lets addresses take turns, and a device that is known go before all of them", async () => {
  const { begun, add, end } = works(new AttemptQueue(1));
  add("a", "first");
  add("a", "second");
  add("a", "third");
  add("b", "fourth");
  add("c", "holder", true);
  for (const name of ["a/first", "c/holder", "a/second", "b/fourth"]) await end(name);
  expect(begun).toEqual(["a/first", "c/holder", "a/second", "b/fourth", "a/third"]);
});

it("The queue of attempts runs attempts on one username one after the other, from wherever they come", async () => {
  const { begun, add, end } = works(new AttemptQueue(3));
  add("a", "Victim");
  add("b", "victim");
  add("c", "other");
  await new Promise(setImmediate);
  expect(begun).toEqual(["a/Victim", "c/other"]);
  await end("a/Victim");
  expect(begun).toEqual(["a/Victim", "c/other", "b/victim"]);
});
