// The copy of what a router held, as text.
import fc from "fast-check";
import { expect, test } from "vitest";
import { exportText } from "../../shared/network/plan/export.rules.ts";
import { router, secret } from "./helpers/plans.ts";

const copyOf = (comment: string) =>
  exportText(router(secret("rahima", { comment })), { identity: "R1", ros_version: "7.16" });

test("A plain word stands in the copy as it is, and a text with a space between quotation marks", () => {
  expect(copyOf("home")).toContain(" comment=home");
  expect(copyOf("home of Rahima")).toContain(' comment="home of Rahima"');
});

test("Whatever a text holds, it stays on its line of the copy, and is the same text when the router reads it", () => {
  const anyText = fc.string({ unit: fc.oneof(fc.constantFrom(...'\n\r\t\0\u0085"\\$?;[ /'), fc.string()) });
  const lines = copyOf("home").split("\n").length;
  fc.assert(
    fc.property(anyText, (comment) => {
      fc.pre(comment !== "");
      const copy = copyOf(comment);
      expect(copy.split(/[\n\r\u0085]/)).toHaveLength(lines);
      const [, said, word] = / comment=(?:"(.*)"|(\S+))(?: |$)/m.exec(copy) ?? [];
      const read = said?.replace(/\\([0-9A-F]{2})|\\(.)/g, (_, code, sign) =>
        sign === undefined ? String.fromCharCode(Number.parseInt(code, 16)) : sign,
      );
      expect(read ?? word).toBe(comment);
    }),
  );
});
