// Each resource that the server lists can be looked at in the app: by a screen of its own, or where its records belong.
import { expect, test } from "vitest";
import { CONSOLE_SCREENS } from "../../../renderer/saas/screens.tsx";
import { SCREENS } from "../../../renderer/screens.tsx";
import { RESOURCES } from "../../../shared/resources.ts";

/** Resources without a list of their own, and where their records are seen. */
const SEEN_ELSEWHERE: Readonly<Record<string, string>> = {
  background_task: "month end",
  billing_account: "the customer's page",
  month_end: "month end, as its steps",
  payment_allocation: "a payment, opened",
  review_item: "the review list",
  tenant: "the console's companies",
};

test("Each resource that is listed has a screen at its path, or is named with the place where it is seen", () => {
  const paths = new Set([...SCREENS, ...CONSOLE_SCREENS].map(({ path }) => path));
  const without = RESOURCES.filter(
    // A part is seen on its parent's page.
    ({ verbs, path, parent }) => (verbs as readonly string[]).includes("list") && !paths.has(path) && !parent,
  );
  expect(without.map(({ name }) => name).sort()).toEqual(Object.keys(SEEN_ELSEWHERE).sort());
});
