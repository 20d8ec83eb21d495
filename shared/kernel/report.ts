// What every report takes: the same figures as JSON, or as a file for a spreadsheet.
import { z } from "zod";

export const reportQuery = z.strictObject({ format: z.enum(["json", "csv"]).optional() });
