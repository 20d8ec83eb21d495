// The computer's half of an account's key: only a proof of the password gets it, and five wrong ones lock it.
import { beforeEach, expect, test } from "vitest";
import { createAccountSecrets } from "../../main/electron/account-secrets.ts";
import { Failure } from "../../shared/kernel/failure.ts";

const kept = new Map<string, string>();
const store = {
  available: async () => true,
  get: async (name: string) => kept.get(name) ?? null,
  set: async (name: string, value: string) => void kept.set(name, value),
  remove: async (name: string) => void kept.delete(name),
};
let clock = 1_000_000;
const secrets = () => createAccountSecrets(store, () => clock);
beforeEach(() => kept.clear());

test("The secret comes out for the right proof, also after a restart, and the proof is not kept", async () => {
  const secret = await secrets().make("a", "right");
  expect(Buffer.from(secret, "base64")).toHaveLength(32);
  expect(await secrets().open("a", "right", false)).toEqual({ state: "open", secret });
  expect(kept.get("a")).not.toContain("right");
  expect(await secrets().open("b", "right", false)).toEqual({ state: "none" });
  expect(await secrets().make("a", "right")).not.toBe(secret);
  await secrets().remove("a");
  expect(await secrets().open("a", "right", false)).toEqual({ state: "none" });
});

test("Five wrong proofs lock it, whoever restarts the program in between; a right one in time starts the count anew", async () => {
  const secret = await secrets().make("a", "right");
  for (let round = 0; round < 2; round++) {
    for (let left = 4; left >= 1; left--)
      expect(await secrets().open("a", "wrong", false)).toEqual({ state: "wrong", tries_left: left });
    if (round === 0) expect(await secrets().open("a", "right", false)).toEqual({ state: "open", secret });
  }
  expect(await secrets().open("a", "wrong", false)).toEqual({ state: "locked" });
  expect(await secrets().open("a", "right", false)).toEqual({ state: "locked" });
});

test("Wrong proofs are counted on-line as well", async () => {
  await secrets().make("a", "right");
  for (let left = 4; left >= 1; left--)
    expect(await secrets().open("a", "wrong", true)).toEqual({ state: "wrong", tries_left: left });
  expect(await secrets().open("a", "wrong", true)).toEqual({ state: "locked" });
});

test("Tries at the same moment are all counted", async () => {
  await secrets().make("a", "right");
  const one = secrets();
  const answers = await Promise.all(Array.from({ length: 8 }, () => one.open("a", "wrong", false)));
  expect(answers.filter(({ state }) => state === "wrong")).toHaveLength(4);
});

test("A locked one opens on-line, and guessing through that door takes for ever", async () => {
  const secret = await secrets().make("a", "right");
  for (let n = 0; n < 5; n++) await secrets().open("a", "wrong", false);
  expect(await secrets().open("a", "right", true)).toEqual({ state: "locked" });
  clock += 30_000;
  expect(await secrets().open("a", "wrong", true)).toEqual({ state: "locked" });
  // The clock set forth and back between tries is no help either.
  clock -= 1000;
  expect(await secrets().open("a", "right", true)).toEqual({ state: "locked" });
  clock += 31_000;
  expect(await secrets().open("a", "right", true)).toEqual({ state: "open", secret });
  expect(await secrets().open("a", "right", false)).toEqual({ state: "open", secret });
});

test("A secret of a lost key ring counts as none; any other trouble is said", async () => {
  const failing = (reason: string) =>
    createAccountSecrets({
      ...store,
      get: async () => {
        throw new Failure("UNAVAILABLE", "not readable", { extra: { reason } });
      },
    });
  expect(await failing("SECRET_UNREADABLE").open("a", "right", true)).toEqual({ state: "none" });
  await expect(failing("SECRETS_UNAVAILABLE").open("a", "right", true)).rejects.toBeInstanceOf(Failure);
});
