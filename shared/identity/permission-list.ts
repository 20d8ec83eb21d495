// The list of permissions, as every list is asked for and answered.
import { z } from "zod";
import { PERMISSION_MODULES } from "../kernel/permission.ts";

const wholeNumber = z.string().regex(/^[1-9]\d{0,8}$/, "A whole number from 1");

export const permissionListQuery = z.strictObject({
  page: wholeNumber.optional(),
  page_size: wholeNumber.optional(),
  search: z.string().max(200).optional(),
  code: z.string().max(100).optional(),
  module: z.enum(PERMISSION_MODULES).optional(),
});

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
