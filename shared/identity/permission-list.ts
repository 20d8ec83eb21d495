// The list of permissions, as every list is asked for and answered.
import { z } from "zod";
import { PERMISSION_MODULES } from "../kernel/permission.ts";

const wholeNumber = z.string().regex(/^[1-9]\d{0,8}$/, "A whole number from 1");

/** Given twice means either. */
const either = <S extends z.ZodType<string>>(value: S) => z.union([value, z.array(value).max(50)]).optional();
const code = z.string().max(100);
const module = z.enum(PERMISSION_MODULES);

/** One of several, separated by commas. */
export const listed = (text: string): string[] => text.split(",").map((part) => part.trim());
const oneOf = (value: z.ZodType<string>) =>
  z
    .string()
    .max(4_000)
    .refine(
      (text) => listed(text).every((part) => value.safeParse(part).success),
      "Not a list of such values",
    )
    .optional();

export const PERMISSION_FIELDS = ["code", "name", "module", "description"] as const;

export const permissionListQuery = z.strictObject({
  page: wholeNumber.optional(),
  page_size: wholeNumber.optional(),
  ordering: z.string().max(200).optional(),
  search: z.string().max(200).optional(),
  code: either(code),
  code__in: oneOf(code),
  module: either(module),
  module__in: oneOf(module),
});

export type PermissionListQuery = z.output<typeof permissionListQuery>;

export const permissionListAnswer = z.object({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      module: z.enum(PERMISSION_MODULES),
      description: z.string(),
    }),
  ),
});
