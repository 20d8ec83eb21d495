// Who holds a token, remembered for two seconds: so that a busy till's requests do not each ask the database who it is.
import type { ChangeNotices } from "../../kernel/db/change-notices.ts";
import type { Principal } from "../../kernel/operation/principal.ts";
import { RIGHTS } from "../../kernel/operation/rights.ts";

const REMEMBERED_MS = 2_000;
/** More holders than ask within two seconds. */
const MOST = 10_000;

interface Remembered {
  principal: Principal;
  until: number;
}

/**
 * Principals of tenants by their token. All are forgotten as soon as anybody's rights, sessions, devices or settings
 * change: by this process before it answers (`forget`, and what it commits), by another as soon as its wake-up comes. Only
 * who may do something is remembered: not those whose session has ended or who owe something first, nor super
 * administrators.
 */
export class TokenMemory {
  readonly #held = new Map<string, Remembered>();
  /** Counts up with each forgetting: what was read before it is not remembered after it. */
  #age = 0;

  constructor(notices: ChangeNotices) {
    notices.onCommit((names) => {
      if (RIGHTS.some((name) => names.has(name))) this.forget();
    });
  }

  /** Forgets everybody. */
  forget(): void {
    this.#age += 1;
    this.#held.clear();
  }

  /** The token's holder: remembered, or as `read` finds them. */
  async holderOf(
    token: string | null,
    read: () => Promise<Principal | null>,
    now = Date.now,
  ): Promise<Principal | null> {
    if (token === null) return null;
    const held = this.#held.get(token);
    if (held && held.until > now()) return held.principal;
    const age = this.#age;
    const until = now() + REMEMBERED_MS;
    const principal = await read();
    const isPlain = principal?.tenant && !principal.ended && !principal.owes && !principal.is_superuser;
    if (isPlain && age === this.#age) {
      if (this.#held.size >= MOST) this.#held.clear();
      this.#held.set(token, { principal, until });
    }
    return principal;
  }
}
