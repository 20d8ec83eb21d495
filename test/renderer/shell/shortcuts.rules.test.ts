// The keys that work everywhere.
import { expect, test } from "vitest";
import { SHORTCUTS } from "../../../renderer/shortcuts.ts";

test("A key opens one page: no two shortcuts are heard at the same keys", () => {
  const heard = SHORTCUTS.flatMap(({ keys, to }) => (to === undefined ? [] : [keys.join("+")]));
  const others = ["Escape", "Shift+?", "?", "/", "Ctrl+K", "Ctrl+L", "F1"];
  expect(heard.filter((keys, at) => heard.indexOf(keys) < at || others.includes(keys))).toEqual([]);
  expect(heard).toEqual(expect.arrayContaining(["F4", "F7", "F8", "F9"]));
});
