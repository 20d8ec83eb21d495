// Comparing what somebody gives with what is secret, in a time that tells nothing of where they differ.
import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether two texts are equal. */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether a text is the HMAC-SHA256, in hex, of a body by one of the secrets. */
export const isHmacHex = (
  given: string,
  body: Buffer | string,
  secrets: readonly (string | undefined)[],
): boolean =>
  secrets.some(
    (secret) =>
      secret !== undefined &&
      secret !== "" &&
      isSameText(given.toLowerCase(), createHmac("sha256", secret).update(body).digest("hex")),
  );
