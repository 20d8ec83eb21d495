// Who gets a mail about dues.
import { expect, it } from "vitest";
import { notMailed } from "../../shared/callcenter/reminder.rules.ts";

const email = "anika@example.com";

it("Who owes nothing, or has paid too much, gets no mail about dues", () => {
  for (const due_amount of ["0.00", "0", "-150.00"])
    expect(notMailed({ email, due_amount }), due_amount).toBe("NOTHING_DUE");
});

it("Who owes something gets a mail where there is an address that can be written to", () => {
  expect(notMailed({ email, due_amount: "0.05" })).toBeNull();
  for (const none of [null, "", "anika"])
    expect(notMailed({ email: none, due_amount: "0.05" })).toBe("NO_ADDRESS");
});
