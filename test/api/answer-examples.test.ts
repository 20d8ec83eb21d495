// Every answer in the document has an example, and each example is as its own schema says.
import { expect, it } from "vitest";
import { apiDocument, escaped, validator } from "../helpers/conformance.ts";

interface Media {
  example?: unknown;
}
interface Described {
  operationId: string;
  responses: Record<string, { content?: Record<string, Media> }>;
}
const { paths } = apiDocument as { paths: Record<string, Record<string, Described>> };

const answers = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, responses }]) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const media = content?.["application/json"];
      const at = `/paths/${escaped(path)}/${method}/responses/${status}/content/application~1json`;
      return media && Number(status) < 300 ? [{ name: `${operationId} ${status}`, at, media }] : [];
    }),
  ),
);

it("Every answer of a success has an example that its schema takes", () => {
  expect(answers.length).toBeGreaterThan(300);
  const wrong = answers.flatMap(({ name, at, media }) => {
    if (media.example === undefined) return [`${name}: no example`];
    const validate = validator(`${at}/schema`);
    if (validate(media.example)) return [];
    return [
      `${name}: ${validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join("; ")}`,
    ];
  });
  expect(wrong).toEqual([]);
});
