// A credit note as it is typed: what the server is asked for, and what is not asked because it can't be meant.
import { expect, test } from "vitest";
import { type CreditDraft, creditBody } from "../../../renderer/billing/corrections/credit-note-draft.ts";

const FORMAT = { digits: 2, locale: "en-IN", decimal: "." } as const;
const draft = (of: Partial<CreditDraft>) =>
  creditBody("bill", { mode: "all", lines: {}, amount: "", ...of }, FORMAT);

test("All that is left names neither lines nor an amount, whatever was typed before", () => {
  expect(draft({ amount: "5", lines: { a: { by: "quantity", text: "1" } } })).toEqual({ invoice: "bill" });
});

test("Lines are credited by what was typed last beside each, and those with nothing typed are left out", () => {
  const lines = {
    a: { by: "quantity", text: "0.5" },
    b: { by: "amount", text: "1,200" },
    c: { by: "amount", text: " " },
  } as const;
  expect(draft({ mode: "lines", lines })).toEqual({
    invoice: "bill",
    lines: [
      { invoice_line: "a", quantity: "0.5" },
      { invoice_line: "b", amount: "1200.00" },
    ],
  });
});

test.each(["", "0", "-5", "abc", "1.234"])("Nothing is asked for while the amount is %j", (text) => {
  expect(draft({ mode: "amount", amount: text })).toBeNull();
  expect(draft({ mode: "lines", lines: { a: { by: "amount", text } } })).toBeNull();
});

test("One line that can't be read holds the whole credit note back", () => {
  const lines = { a: { by: "quantity", text: "1" }, b: { by: "quantity", text: "x" } } as const;
  expect(draft({ mode: "lines", lines })).toBeNull();
});
