// What the server in memory keeps of its records: every version in the order in which it was put.

type Doc = Record<string, unknown> & { id: string };

export interface Version {
  readonly seq: number;
  readonly doc: Doc & { _deleted: boolean };
}

/** Where the versions after `seq` begin. */
function placeAfter(versions: readonly Version[], seq: number): number {
  let low = 0;
  let high = versions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle]!.seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** At most `limit` of the newest versions after `seq`, and whether that is all. */
export function pageAfter(
  versions: readonly Version[],
  newest: ReadonlyMap<string, Version>,
  seq: number,
  limit: number,
): { page: Version[]; done: boolean } {
  const page: Version[] = [];
  for (let at = placeAfter(versions, seq); at < versions.length; at++) {
    const version = versions[at]!;
    // Superseded since: the newer version comes at its own place.
    if (newest.get(version.doc.id) !== version) continue;
    if (page.length === limit) return { page, done: false };
    page.push(version);
  }
  return { page, done: true };
}

/** The versions of each collection, to be added to. */
export function keepVersions(): (collection: string) => Version[] {
  const kept = new Map<string, Version[]>();
  return (collection) => {
    const versions = kept.get(collection) ?? [];
    kept.set(collection, versions);
    return versions;
  };
}
