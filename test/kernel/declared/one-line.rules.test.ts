// What is one line stays one line: no declared text, and no text of an operation's input, takes a control character.
import { expect, test } from "vitest";
import { z } from "zod";
import { AREAS } from "../../../server/areas.ts";
import { type Field, metaIn } from "../../../shared/kernel/field.ts";
import { isPicture, pictureType } from "../../../shared/kernel/fields/picture.ts";

/** Texts that may have several lines, or are no texts of people's but told apart where they are used, with the reason. */
const LONGER: Readonly<Record<string, string>> = {
  password: "compared with a hash, kept nowhere",
  current_password: "compared with a hash, kept nowhere",
  otp: "compared with a code, kept nowhere",
  csv: "a file",
  filter: "a list's query, whose values are looked up",
  payment_provider_secrets: "a provider's own, sealed",
};

/** Inputs that are never refused for how they are written, with the reason. */
const TAKEN_AS_THEY_COME: Readonly<Record<string, string>> = {
  "payment_event.create":
    "money that a provider reports is booked whatever else stands in its report (contract §3)",
};

/** The schema inside: what may be left out, null or one of several. */
function inner(schema: z.ZodType): z.ZodType[] {
  const {
    innerType,
    options,
    in: given,
  } = schema.def as { innerType?: z.ZodType; options?: z.ZodType[]; in?: z.ZodType };
  if (innerType) return inner(innerType);
  if (options) return options.flatMap(inner);
  return given ? inner(given) : [schema];
}

/** The texts of an input, by their paths. */
function textsIn(schema: z.ZodType, path: string): [string, z.ZodType][] {
  const meta = metaIn(schema);
  if (meta && (meta.kind === "prose" || meta.kind === "json" || meta.writable === "never")) return [];
  return inner(schema).flatMap((one): [string, z.ZodType][] => {
    if (one instanceof z.ZodObject)
      return Object.entries(one.shape as Record<string, Field>).flatMap(([name, member]) =>
        Object.hasOwn(LONGER, name) ? [] : textsIn(member, `${path}.${name}`),
      );
    if (one instanceof z.ZodArray) return textsIn(one.element as z.ZodType, `${path}[]`);
    return one instanceof z.ZodString ? [[path, one]] : [];
  });
}

const WRONG = ["a\r\nBcc: b@c.example", "a\nb", "a\tb", "a\u0007b", "a\u0085b", "a\u2028b", "a\u0000b"];

test("No one-line text of an operation's input or of a record takes a line feed or another control character", () => {
  const texts = AREAS.flatMap(({ resources, operations = [] }) => [
    ...resources.flatMap(({ resource }) =>
      Object.entries(resource.fields as Record<string, Field>).flatMap(([name, field]) =>
        textsIn(field, `${resource.name}.${name}`),
      ),
    ),
    ...operations.flatMap(({ operation }) =>
      Object.hasOwn(TAKEN_AS_THEY_COME, operation.name) ? [] : textsIn(operation.input, operation.name),
    ),
  ]);
  expect(texts.length).toBeGreaterThan(200);
  const taken = texts.filter(([, schema]) => WRONG.some((text) => schema.safeParse(text).success));
  expect(taken.map(([path]) => path)).toEqual([]);
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xd]);
const url = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString("base64")}`;

test("A picture is one by its first bytes, of the kind that it says", () => {
  const webp = Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1");
  expect([PNG, Buffer.from([0xff, 0xd8, 0xff, 0xe0]), webp].map(pictureType)).toEqual([
    "image/png",
    "image/jpeg",
    "image/webp",
  ]);
  expect(isPicture(url("image/png", PNG))).toBe(true);
  expect(isPicture(url("image/webp", webp))).toBe(true);
  for (const text of [
    ...[
      "javascript:alert(1)",
      "data:text/html,<script>1</script>",
      "https://isp.example/logo.png",
      "",
      "logo.png",
    ],
    url("image/svg+xml", Buffer.from("<svg onload='x'/>")),
    url("image/png", Buffer.from("<svg onload='x'/>")),
    url("image/jpeg", PNG),
    url("text/html", PNG),
    `${url("image/png", PNG)}"><script>`,
    `data:image/png;base64,${"iVBORw0KGgo=".repeat(2)}`,
    " data:image/png;base64,iVBORw0KGgo=",
  ])
    expect(isPicture(text), text).toBe(false);
});
