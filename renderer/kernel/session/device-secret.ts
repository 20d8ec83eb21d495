// What this computer shows at a sign-in, so that its people still get in while others guess their passwords.

const STORED = "lastmile.device_secret";

/**
 * 256 random bits, made once; the server keeps only their hash, and takes them only with a right password.
 * @returns null where the program has no window that could keep them.
 */
export function deviceSecret(): string | null {
  if (typeof window === "undefined" || !window.localStorage) return null;
  const known = localStorage.getItem(STORED);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  localStorage.setItem(STORED, made);
  return made;
}
