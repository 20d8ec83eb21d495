// Whatever has a name in the navigation and the search is in the list that axe, the zoom and the screenshots go through, so that none is forgotten.
import { expect, test } from "vitest";
import { CONSOLE_SCREENS } from "../../../renderer/saas/screens.tsx";
import { SCREENS } from "../../../renderer/screens.tsx";
import { CONSOLE_STOPS } from "../../e2e/helpers/console-stops.ts";
import { STOPS } from "../../e2e/helpers/screens.ts";

const ADDRESS = /^\/([^?]*)/;

test("Each screen that has a name, the office's and the operator's, is in the list of screens that are looked at", () => {
  const looked = new Set([...STOPS, ...CONSOLE_STOPS].map(({ path }) => ADDRESS.exec(path ?? "")?.[1]));
  // F8 leads on, to one's open shift or to the form that opens one.
  const leads_on = "shifts/mine";
  const shown = [...SCREENS, ...CONSOLE_SCREENS].filter(({ path, nav }) => nav && path !== leads_on);
  expect(shown.map(({ path }) => path).filter((path) => !looked.has(path))).toEqual([]);
});
