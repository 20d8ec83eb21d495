// Which methods each path of the API takes: a method that it does not take is refused (405) by name, not as an unknown address.

/** One part of a path, and what may follow it. */
class Part {
  readonly named = new Map<string, Part>();
  /** Any text: an id, a number. */
  any: Part | null = null;
  readonly methods = new Set<string>();
}

export class KnownPaths {
  readonly #root = new Part();

  /** @param path as the router takes it: `/customers/:id/`. */
  add(path: string, methods: readonly string[]): void {
    let part = this.#root;
    for (const name of partsOf(path)) {
      const known = name.startsWith(":") ? part.any : part.named.get(name);
      const next = known ?? new Part();
      if (name.startsWith(":")) part.any = next;
      else part.named.set(name, next);
      part = next;
    }
    for (const method of methods) part.methods.add(method);
  }

  /** What an address takes; empty where there is none such. */
  methodsOf(url: string): string[] {
    const [path = ""] = url.split("?");
    return [...(find(this.#root, partsOf(path))?.methods ?? [])];
  }
}

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** As the router does: a name goes before any text, which is tried where the name leads nowhere. */
function find(from: Part, [name, ...rest]: readonly string[]): Part | null {
  if (name === undefined) return from.methods.size > 0 ? from : null;
  const named = from.named.get(name);
  return (named && find(named, rest)) ?? (from.any && find(from.any, rest));
}
