// The sessions of one's own account (contract §2).
import { z } from "zod";

const moment = z.iso.datetime({ offset: true });

export const sessionsAnswer = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      is_current: z.boolean(),
      created_at: moment,
      last_used_at: moment,
      address: z.string().nullable(),
      /** The name of the desktop, else what the program called itself. */
      device: z.string().nullable(),
    }),
  ),
});
