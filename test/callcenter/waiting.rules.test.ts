// Who waits for a call back, and who no longer does.
import { expect, it } from "vitest";
import { waitingCalls } from "../../shared/callcenter/waiting.rules.ts";

type Given = Parameters<typeof waitingCalls>[0][number];
let made = 0;
const call = (at: string, disposition: Given["disposition"], more: Partial<Given> = {}): Given => {
  made += 1;
  return {
    id: `call-${made}`,
    customer: "anna",
    phone_number: "0170",
    disposition,
    started_at: `2026-11-22T${at}:00Z`,
    callback_at: null,
    ...more,
  };
};
const named = (calls: readonly Given[]) =>
  waitingCalls(calls).map(({ call: { customer, phone_number }, tries }) => [customer ?? phone_number, tries]);

it("Who asked to be called back waits until somebody has spoken to them, whatever order the calls arrive in", () => {
  const asked = call("09:00", "CALLBACK");
  expect(named([asked])).toEqual([["anna", 0]]);
  expect(named([call("10:00", "RESOLVED"), asked])).toEqual([]);
  expect(named([asked, call("10:00", "ANSWERED")])).toEqual([]);
  expect(named([call("08:00", "RESOLVED"), asked])).toEqual([["anna", 0]]);
});

it("A call that reached nobody counts as a try and leaves them waiting", () => {
  const calls = [call("09:00", "CALLBACK"), call("10:00", "NO_ANSWER"), call("11:00", "BUSY")];
  expect(named(calls)).toEqual([["anna", 2]]);
  expect(named([...calls, call("12:00", "COMPLAINT")])).toEqual([]);
});

it("Who waits longest past their time stands first, a stranger by their number", () => {
  const later = call("08:00", "CALLBACK", { customer: "bela", callback_at: "2026-11-23T08:00:00Z" });
  const stranger = call("09:30", "CALLBACK", { customer: null, phone_number: "0199" });
  expect(named([later, stranger, call("09:00", "CALLBACK")])).toEqual([
    ["anna", 0],
    ["0199", 0],
    ["bela", 0],
  ]);
});

it("A call that the server has not timed yet is the latest", () => {
  expect(named([call("09:00", "CALLBACK"), { ...call("08:00", "ANSWERED"), started_at: "" }])).toEqual([]);
});
