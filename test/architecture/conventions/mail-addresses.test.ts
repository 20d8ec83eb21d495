// What an e-mail address is stands in one place: what one door takes, every mail can be sent to.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { metaOf } from "../../../shared/kernel/field.ts";
import { MAIL_ADDRESS } from "../../../shared/kernel/outgoing/mail.ts";
import { allResources } from "../../../shared/kernel/registry.ts";
import { project } from "../../helpers/build.ts";
import "../../../shared/resources.ts";

test("What an e-mail address is is declared once, and no other code has a pattern of its own for it", () => {
  const own = globSync("{server,shared,renderer,main}/**/*.{ts,tsx}", { cwd: project }).filter((file) =>
    /\]\+@\[|\\S\+@|z\.email\(/.test(readFileSync(join(project, file), "utf8")),
  );
  expect(own).toEqual([join("shared", "kernel", "outgoing", "mail.ts")]);
});

test("Every field that holds an address takes what mails can be sent to, and nothing else", () => {
  const fields = allResources().flatMap(({ name, fields: declared }) =>
    Object.entries(declared)
      .filter(([field, schema]) => /email$/.test(field) && metaOf(schema).writable !== "never")
      .map(([field, schema]) => ({ field: `${name}.${field}`, schema })),
  );
  expect(fields.length).toBeGreaterThan(4);
  const texts = ["a@b.example", "two@b.example, c@d.example", "Name <a@b.example>", "a b@c.example", "a@"];
  for (const text of texts)
    for (const { field, schema } of fields)
      expect([field, schema.safeParse(text).success]).toEqual([field, MAIL_ADDRESS.test(text)]);
});
