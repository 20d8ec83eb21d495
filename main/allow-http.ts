// LASTMILE_ALLOW_HTTP=1: desktop and agent speak plain http to other machines, too (an office network without a certificate).

/** @throws Error when the variable is neither 0 nor 1. */
export function readAllowHttp(env: Readonly<Record<string, string | undefined>>): boolean {
  const text = env["LASTMILE_ALLOW_HTTP"] ?? "";
  if (text !== "" && text !== "0" && text !== "1")
    throw new Error(`LASTMILE_ALLOW_HTTP must be 0 or 1, not "${text}"`);
  return text === "1";
}
