// Password hashes: scrypt with a salt of its own each.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;
// N=2^15, r=8, p=1: about 50 ms and 32 MB a try on a small server (OWASP's password storage advice).
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString("base64")}$${(await derive(password, salt)).toString("base64")}`;
}

// Compared against when there is no such user, so that both wrong answers take the same time (contract §2).
const NOBODY = "scrypt$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/** Whether the password fits. `hash` null stands for an unknown user: false, after the same work. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, salt = "", key = ""] = (hash ?? NOBODY).split("$");
  const expected = Buffer.from(key, "base64");
  const actual = await derive(password, Buffer.from(salt, "base64"));
  return timingSafeEqual(expected, actual) && hash !== null;
}
