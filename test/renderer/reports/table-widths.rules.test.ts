// Tables whose columns are laid out by hand, in the frame that they have on a small screen.
import { expect, test } from "vitest";
import { callbackColumns } from "../../../renderer/callcenter/calls/callback-columns.tsx";
import { resourceWords } from "../../../renderer/kernel/i18n/index.ts";
import type { Format } from "../../../renderer/kernel/use-format.ts";
import { mrrColumns } from "../../../renderer/reports/mrr/mrr-columns.tsx";
import { callLog } from "../../../shared/callcenter/index.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { EN } from "../known-words.ts";

/** What a screen of 1280 pixels leaves beside the navigation. */
const FRAME = 1028;

test.each([
  ["Monthly revenue", mrrColumns(EN, resourceWords(customer, "en"))],
  ["Who is to be called back", callbackColumns(EN, resourceWords(callLog, "en"), {} as Format)],
])("%s shows its last column on a screen of 1280 pixels", (_, columns) => {
  const shown = columns.filter(({ hidden }) => !hidden);
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(FRAME);
});
