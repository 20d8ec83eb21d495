// Which of the router's dynamic interfaces is which session's. RouterOS calls the one of a login's first session
// `<pppoe-anika>` and those of further ones `<pppoe-anika-1>`, `-2`: names that may be another login's as well. Pure.

/** A session as far as its interface matters. */
interface LiveSession {
  username: string;
  mac_address: string | null;
  uptime_seconds: number;
}

/** The router's own word of whose an interface is; not every router has one. */
export interface InterfaceOwner {
  name: string;
  username: string;
  mac_address: string | null;
}

export const pppoeInterface = (username: string): string => `<pppoe-${username}>`;

/** The login that a name with a number behind it may belong to: `anika` of `anika-1`; null: it has no number. */
export const numberedOf = (username: string): string | null => /^(.+)-\d+$/.exec(username)?.[1] ?? null;

/** Places of each login's sessions, the longest first: it was there before the others, and took the first name. */
function byLogin(sessions: readonly LiveSession[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { username }] of sessions.entries()) {
    const known = places.get(username);
    if (known) known.push(at);
    else places.set(username, [at]);
  }
  const uptime = (at: number): number => sessions[at]?.uptime_seconds ?? 0;
  for (const known of places.values()) known.sort((a, b) => uptime(b) - uptime(a) || a - b);
  return places;
}

/** Logins of which the names alone leave a doubt: of several sessions, without an interface of the name, or numbered. */
export function doubtful(sessions: readonly LiveSession[], interfaces: ReadonlySet<string>): string[] {
  const places = byLogin(sessions);
  return [...places].flatMap(([username, { length }]) => {
    const base = numberedOf(username);
    const is_numbered = base !== null && (places.get(base)?.length ?? 0) > 0;
    return length > 1 || is_numbered || !interfaces.has(pppoeInterface(username)) ? [username] : [];
  });
}

/**
 * Of each session the name of its interface; null: it is not known which is its own, so that no customer's bytes are shown as
 * another's.
 * @param owners the router's own word, where there is one
 */
export function interfacesOf(
  sessions: readonly LiveSession[],
  interfaces: ReadonlySet<string>,
  owners: readonly InterfaceOwner[] = [],
): (string | null)[] {
  const found = sessions.map((): string | null => null);
  const places = byLogin(sessions);
  const taken = new Set<string>();
  const give = (at: number, name: string): void => {
    found[at] = name;
    taken.add(name);
  };
  for (const [at, { username, mac_address }] of sessions.entries()) {
    const own = owners.find(
      (owner) => owner.username === username && owner.mac_address === mac_address && !taken.has(owner.name),
    );
    if (own && interfaces.has(own.name)) give(at, own.name);
  }
  const owned = new Set(owners.map(({ name }) => name));
  const free = (name: string): boolean => interfaces.has(name) && !taken.has(name) && !owned.has(name);
  // First the session with the very name, then those with a number behind it that no live login is called by.
  for (const [username, [first]] of places)
    if (first !== undefined && found[first] === null && free(pppoeInterface(username)))
      give(first, pppoeInterface(username));
  for (const [username, sessions_of] of places) {
    const rest = sessions_of.filter((at) => found[at] === null);
    for (let number = 1; rest.length > 0 && number <= sessions_of.length + taken.size; number += 1) {
      const numbered = `${username}-${number}`;
      const at = rest[0];
      if (at === undefined || places.has(numbered) || !free(pppoeInterface(numbered))) continue;
      give(at, pppoeInterface(numbered));
      rest.shift();
    }
  }
  return found;
}
