// Secrets for a simulated router that an operator kept by hand so far: no marker of ours in their comments.
import type { SecretSeed } from "./router-state.ts";

/** `count` secrets user0001, user0002, …; the same every time. */
export function demoSecrets(count: number): SecretSeed[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `user${String(index + 1).padStart(4, "0")}`;
    return { name, password: `${name}-pass`, comment: "kept by hand" };
  });
}
