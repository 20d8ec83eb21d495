// A server's address as people type it, made whole. Pure.

/** "isp.example" → "https://isp.example". */
export function wholeAddress(typed: string): string {
  const text = typed.trim().replace(/\/+$/, "");
  return text === "" || /^https?:\/\//i.test(text) ? text : `https://${text}`;
}
