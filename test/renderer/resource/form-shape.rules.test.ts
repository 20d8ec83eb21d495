// A form of an operation says which of its fields are needed: those that the operation refuses to miss.
import { expect, test } from "vitest";
import { z } from "zod";
import { inputShape } from "../../../renderer/kernel/form/form-shape.ts";
import { operationsOn } from "../../../shared/kernel/registry.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { RESOURCES } from "../../../shared/resources.ts";

test("A form needs what its operation refuses to miss, and nothing else; a box may be left empty", () => {
  const wrong = RESOURCES.flatMap(operationsOn).flatMap(({ name, input }) => {
    const members = input instanceof z.ZodObject ? Object.entries<z.ZodType>(input.shape) : [];
    const { fields } = inputShape(input);
    return members.flatMap(([member, schema]) => {
      const field = own(fields, member);
      const isNeeded = field?.kind !== "flag" && !schema.safeParse(undefined).success;
      return field?.required === isNeeded ? [] : [`${name}.${member}`];
    });
  });
  expect(wrong).toEqual([]);
});
