// Every code that a server or a form may answer has words in both languages, and no validator's English gets to a person.
import { expect, test } from "vitest";
import { inputShape, recordShape } from "../../renderer/kernel/form/form-shape.ts";
import { errorsOf } from "../../renderer/kernel/form/form-values.ts";
import { fieldNamed, resourceWords } from "../../renderer/kernel/i18n/index.ts";
import { fieldWords, problemWords } from "../../renderer/kernel/problem-words.ts";
import { LocalFailure } from "../../renderer/kernel/replica/index.ts";
import { task } from "../../shared/helpdesk/index.ts";
import { attendance, employee, leave } from "../../shared/hr/index.ts";
import { FAILURES, FIELD_CODES, invalid } from "../../shared/kernel/failure.ts";
import type { FieldKind } from "../../shared/kernel/field.ts";
import { operationsOn } from "../../shared/kernel/registry.ts";
import { createSchema, type Resource } from "../../shared/kernel/resource.ts";
import { settings } from "../../shared/platform/index.ts";
import { RESOURCES } from "../../shared/resources.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { BN, EN } from "./known-words.ts";

/** Nobody types these: they are chosen, or made by a program. */
const CHOSEN: readonly FieldKind[] = ["choice", "flag", "reference", "json"];
const MADE: readonly (string | undefined)[] = ["Not an id", "Not a record", "64 hexadecimal digits"];

const LANGUAGES = { en: EN, bn: BN };

const answered = (code: string, more: Record<string, unknown> = {}) =>
  new LocalFailure("PROBLEM", "said", {
    problem: { type: "x", title: "A title", status: 400, detail: "The server's own words", code, ...more },
  });

test.each(Object.keys(FAILURES))(
  "%s has words in both languages, and its code stands in the details alone",
  (code) => {
    for (const t of Object.values(LANGUAGES)) {
      const { text, details } = problemWords(answered(code), t);
      expect(text.length).toBeGreaterThan(8);
      expect(text).not.toContain(code);
      expect(details).toContain(code);
    }
    expect(problemWords(answered(code), LANGUAGES.bn).text).toMatch(/[\u0980-\u09ff]/);
    expect(problemWords(answered(code), LANGUAGES.bn).text).not.toContain("The server's own words");
  },
);

test.each(FIELD_CODES)("The field code %s has words in both languages", (code) => {
  for (const t of Object.values(LANGUAGES)) {
    const text = fieldWords({ code }, fieldNamed("username", t.language), t);
    expect(text).not.toContain(code);
    expect(text).not.toContain("{{");
  }
  expect(fieldWords({ code }, fieldNamed("username", "bn"), LANGUAGES.bn)).toMatch(/[\u0980-\u09ff]/);
});

test("A field's words name it as the form does, with its limit and how it is written", () => {
  const { en: t } = LANGUAGES;
  const w = resourceWords(customer, "en");
  expect(fieldWords({ code: "REQUIRED", limit: 1 }, w.named("name"), t)).toBe("Name is needed.");
  expect(fieldWords({ code: "TOO_LONG", limit: 40 }, w.named("phone"), t)).toBe(
    "Phone: at most 40 characters.",
  );
  expect(fieldWords({ code: "INVALID" }, w.named("phone"), t)).toBe(
    "Phone is not right. Only digits, spaces, + and -",
  );
});

test("A day, a moment or a time of day is too early or too late; a number is too small or too large", () => {
  const of_time = [
    [leave, "end_date", "Until is too early."],
    [employee, "end_date", "Last day of work is too early."],
    [attendance, "check_out", "Left is too early."],
    [task, "window_to", "Not after is too early."],
  ] as const;
  for (const [resource, name, said] of of_time) {
    const named = resourceWords<Resource>(resource, "en").named(name);
    expect(fieldWords({ code: "TOO_SMALL" }, named, EN)).toBe(said);
    expect(
      fieldWords({ code: "TOO_SMALL" }, resourceWords<Resource>(resource, "bn").named(name), BN),
    ).toMatch(/বেশি আগে/);
  }
  const until = { errors: [{ field: "end_date", code: "TOO_SMALL", message: "Before it begins" }] };
  expect(problemWords(answered("VALIDATION", until), EN).text).toMatch(/is too early\.$/);
  const late = resourceWords(settings, "en").named("lock_date");
  expect(fieldWords({ code: "TOO_LARGE" }, late, EN)).toMatch(/is too late\.$/);
  const salary = resourceWords(employee, "en").named("salary");
  expect(fieldWords({ code: "TOO_SMALL" }, salary, EN)).toBe("Monthly salary is too small.");
});

test("What is typed in a wrong way is said to be, with how it is written, in every form", () => {
  const typed = ["Ω Ω", "@", "-1", "12,5x", "2026-13-99", "\u0001", " "];
  const shapes = RESOURCES.flatMap((resource) => [
    { resource, ...recordShape(resource, true) },
    ...operationsOn(resource).map(({ input }) => ({ resource, ...inputShape(input) })),
  ]);
  const unsaid = shapes.flatMap(({ resource, fields, schema }) =>
    Object.entries(fields)
      .filter(([, { kind }]) => !CHOSEN.includes(kind))
      .flatMap(([name]) =>
        typed.flatMap((text) => {
          const problem = errorsOf(schema, { [name]: text })[name];
          if (problem?.code !== "INVALID" || MADE.includes(problem.says)) return [];
          const plain = fieldWords({ code: "INVALID" }, { label: name }, BN);
          const said = fieldWords(problem, { label: name }, BN);
          return said === plain ? [`${resource.name}.${name}: ${problem.says}`] : [];
        }),
      ),
  );
  expect([...new Set(unsaid)]).toEqual([]);
});

test("What the server says against fields is said in words, and what a newer server says is not lost", () => {
  const { en: t } = LANGUAGES;
  const taken = { errors: [{ field: "username", code: "NOT_UNIQUE", message: "Already in use" }] };
  expect(problemWords(answered("DUPLICATE", taken), t).text).toBe(
    "This exists already. Username is taken already.",
  );
  const newer = { errors: [{ field: "username", code: "BRAND_NEW", message: "Mind the gap" }] };
  expect(problemWords(answered("VALIDATION", newer), t).text).toBe("Username: Mind the gap");
  expect(problemWords(answered("BRAND_NEW"), t).text).toBe("The server's own words");
  expect(problemWords(invalid("name", "Required", "REQUIRED"), t).text).toBe("Name is needed.");
});

/** Values that some field refuses: of the wrong type, empty, too long, out of range, in a wrong form. */
const BAD = [{}, "", " ", "x".repeat(600_000), "no\u0000thing", -1, 1e15, "12,5x", "2026-13-99", null, "Ω Ω"];

test.each(RESOURCES.map((resource) => [resource.name, resource] as const))(
  "A form of %s says each fault of each field in the reader's words, none in the validator's",
  (_, resource: Resource) => {
    const w = resourceWords(resource, "bn");
    const schema = createSchema(resource);
    const english = new Set(
      BAD.flatMap((value) => {
        const body = Object.fromEntries(Object.keys(resource.fields).map((name) => [name, value]));
        return (
          schema.safeParse(body, { reportInput: true }).error?.issues.map(({ message }) => message) ?? []
        );
      }),
    );
    for (const value of BAD)
      for (const name of Object.keys(schema.shape)) {
        const problem = errorsOf(schema, { [name]: value })[name];
        if (!problem || name === "id") continue;
        const said = fieldWords(problem, w.named(name), BN);
        expect(said, name).toMatch(/[\u0980-\u09ff]/);
        for (const words of english) expect(said, name).not.toContain(words);
      }
  },
);
