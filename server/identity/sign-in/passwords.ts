// Which passwords are good enough, and their hashes: scrypt, each with its own salt.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { invalid } from "../../../shared/kernel/failure.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import type { Services } from "../../kernel/services.ts";

const COMMONEST = 10_000;
let commonest: Promise<ReadonlySet<string>> | null = null;

/** The commonest passwords of all that ever leaked, in lower case; read when the first one is asked about. */
function readCommonest(): Promise<ReadonlySet<string>> {
  commonest ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].slice(0, COMMONEST).map(normalText)),
  );
  return commonest;
}

const KEY_BYTES = 32;
const [BLOCK, PARALLEL] = [8, 1];

/** What a try costs: scrypt's N is 2 to the power of it, and stands in each hash, so that a later program may ask for more. */
type Cost = Pick<Services, "password_cost">;

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { N: 2 ** cost, r: BLOCK, p: PARALLEL, maxmem: 2 ** cost * BLOCK * 256 };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/**
 * Its length is judged by the declaration of the body that brings it.
 * @throws Failure VALIDATION TOO_COMMON for the 10,000 commonest, one character over and over, or the username.
 */
export async function requireGoodPassword(password: string, username: string, field: string): Promise<void> {
  const plain = normalText(password);
  if (plain === normalText(username)) throw invalid(field, "A password is not the username", "TOO_COMMON");
  if (new Set(plain).size < 2 || (await readCommonest()).has(plain))
    throw invalid(field, "This is one of the commonest passwords: take another", "TOO_COMMON");
}

/**
 * The hash of a new password. There is no other way to make one, so every password is judged.
 * @throws Failure VALIDATION as requireGoodPassword.
 */
export async function hashNewPassword(
  { password_cost }: Cost,
  { password, username }: { password: string; username: string },
  field: string,
): Promise<string> {
  await requireGoodPassword(password, username, field);
  const salt = randomBytes(16);
  const key = await derive(password, salt, password_cost);
  return `scrypt$${password_cost}$${salt.toString("base64")}$${key.toString("base64")}`;
}

/** Whether the password fits. `hash` null stands for an unknown user: false, after the same work (contract §2). */
export async function verifyPassword(
  { password_cost }: Cost,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const nobody = `scrypt$${password_cost}$$${Buffer.alloc(KEY_BYTES).toString("base64")}`;
  const [, cost, salt = "", key = ""] = (hash ?? nobody).split("$");
  const expected = Buffer.from(key, "base64");
  const actual = await derive(password, Buffer.from(salt, "base64"), Number(cost));
  // To the hash zeros at a password's end are none: they are not typed, so a caller who sends one does not know the password.
  return timingSafeEqual(expected, actual) && hash !== null && !password.includes("\u0000");
}
