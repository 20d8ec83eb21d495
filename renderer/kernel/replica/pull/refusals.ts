// Why the server refuses a step of the sync, by code.
import { failedWith } from "../../connection/local-failure.ts";

/** The server refused with one of these codes. */
export const isProblem = (error: unknown, ...codes: string[]) =>
  failedWith(error, "PROBLEM") && codes.includes(error.problem?.code ?? "");

/** 404: a device that the server forgot, or a collection that does not exist for this role. */
export const isUnknown = (error: unknown) => isProblem(error, "NOT_FOUND");
