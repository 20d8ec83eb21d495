// Parts of the application that are loaded when they are needed, and what it means when they do not come.
import { LocalFailure } from "./local-failure.ts";

/** What `loading` imports. @throws LocalFailure PART_MISSING where the line is cut and nothing has kept the file. */
export async function partOf<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof LocalFailure) throw error;
    throw new LocalFailure("PART_MISSING", `A part of the application could not be loaded: ${String(error)}`);
  }
}
