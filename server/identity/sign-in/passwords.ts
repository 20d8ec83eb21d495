// Which passwords are good enough, and their hashes: scrypt with a salt of its own each.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { invalid } from "../../../shared/kernel/failure.ts";

const COMMONEST = 10_000;
let commonest: Promise<ReadonlySet<string>> | null = null;

/** The commonest passwords of all that ever leaked, in lower case; read when the first one is asked about. */
function readCommonest(): Promise<ReadonlySet<string>> {
  commonest ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      new Set(dictionary["passwords-common"].slice(0, COMMONEST).map((password) => password.toLowerCase())),
  );
  return commonest;
}

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

/**
 * Its length is judged by the declaration of the body that brings it.
 * @throws Failure VALIDATION TOO_COMMON for the 10,000 commonest, one character over and over, or the username.
 */
export async function requireGoodPassword(password: string, username: string, field: string): Promise<void> {
  const plain = password.normalize("NFKC").toLowerCase();
  if (plain === username.toLowerCase()) throw invalid(field, "A password is not the username", "TOO_COMMON");
  if (new Set(plain).size < 2 || (await readCommonest()).has(plain))
    throw invalid(field, "This is one of the commonest passwords: take another", "TOO_COMMON");
}

/**
 * The hash of a password that somebody is given. There is no other way to make one, so none goes unjudged.
 * @throws Failure VALIDATION as requireGoodPassword.
 */
export async function hashNewPassword(password: string, username: string, field: string): Promise<string> {
  await requireGoodPassword(password, username, field);
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
