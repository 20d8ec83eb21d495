// Parts that are loaded when they are shown: what was loaded before is drawn at once, and nobody waits behind a sign-in.
import { createElement, type FunctionComponent, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { lazily, prepareFirst } from "../../../renderer/kernel/screen/lazily.tsx";

const text = (said: string) => () => said;

/** What is drawn in one go, without waiting for anything. */
const drawn = (part: FunctionComponent<object>) =>
  renderToString(createElement(Suspense, { fallback: "waits" }, createElement(part)));

test("What is shown first is there when it is drawn, what it brings along as well; nothing else is loaded", async () => {
  const loads: string[] = [];
  const part = (name: string, first: boolean, brings: () => void = () => undefined) =>
    lazily(
      async () => {
        loads.push(name);
        brings();
        return { Part: text(name) };
      },
      "Part",
      { first },
    );
  let inner: FunctionComponent<object> = text("unknown");
  const outer = part("outer", true, () => {
    inner = part("inner", true);
  });
  const other = part("other", false);
  expect(drawn(outer)).toContain("waits");
  await prepareFirst();
  expect(drawn(outer)).toContain("outer");
  expect(drawn(inner)).toContain("inner");
  expect(loads).toEqual(["outer", "inner"]);
  expect(drawn(other)).toContain("waits");
});

test("A first part that does not come holds up no other, and is asked for again where it is shown", async () => {
  let line = false;
  const missing = lazily(
    async () => {
      if (!line) throw new TypeError("Failed to fetch dynamically imported module");
      return { Part: text("came") };
    },
    "Part",
    { first: true },
  );
  const other = lazily(async () => ({ Part: text("other") }), "Part", { first: true });
  await prepareFirst();
  expect(drawn(other)).toContain("other");
  line = true;
  await expect
    .poll(async () => {
      const shown = drawn(missing);
      await Promise.resolve();
      return shown;
    })
    .toContain("came");
});
