// What a router says of a login, in its own words and time.
import { expect, test } from "vitest";
import { loginFacts, routerTime, staticFacts } from "../../../shared/network/diagnosis/login-facts.rules.ts";

test.each([
  ["2026-11-20 14:02:00", "2026-11-20T08:02:00.000Z"],
  ["nov/20/2026 14:02:00", "2026-11-20T08:02:00.000Z"],
  ["jan/01/1970 00:00:00", null],
  ["1970-01-01 00:00:00", null],
  ["xyz/20/2026 14:02:00", null],
  ["2026-99-99 99:99:99", null],
  ["", null],
  [null, null],
])("%s is the instant %s", (text, instant) => {
  expect(routerTime(text, "Asia/Dhaka")).toBe(instant);
});

test("A login that the router says was never used, lacks or holds closed is told so", () => {
  const at = "2026-11-20T10:00:00Z";
  const secret = { disabled: true, last_logged_out: "jan/01/1970 00:00:00" };
  expect(loginFacts({ secret, refused: null }, at, "UTC")).toMatchObject({
    ...{ is_on_router: true, is_disabled: true, was_signed_in: false, last_logged_out: null },
  });
  expect(loginFacts({ secret: null, refused: null }, at, "UTC")).toMatchObject({ is_on_router: false });
});

test("A static line is on the router by its queue or by its list, and closed by the list of closed lines alone", () => {
  const at = "2026-11-20T10:00:00Z";
  const names = { served: "served", closed: "closed" };
  const told = (secret: { disabled: boolean; last_logged_out: null } | null, lists: string[]) => {
    const { is_on_router, is_disabled } = staticFacts({ secret, refused: null, lists }, at, names);
    return { is_on_router, is_disabled };
  };
  const queue = { disabled: true, last_logged_out: null };
  expect(told(queue, [])).toEqual({ is_on_router: true, is_disabled: false });
  expect(told(null, ["served", "office"])).toEqual({ is_on_router: true, is_disabled: false });
  expect(told(queue, ["served", "closed"])).toEqual({ is_on_router: true, is_disabled: true });
  expect(told(null, ["office"])).toEqual({ is_on_router: false, is_disabled: false });
});
