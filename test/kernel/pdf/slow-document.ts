// A document that takes as long as it is told to, for tests of who waits for whom.

/** @param work rounds of something that keeps a processor busy. */
export async function slowDocument(name: string, work: number): Promise<Uint8Array> {
  let sum = 0;
  for (let round = 0; round < work * 100_000; round += 1) sum += Math.sqrt(round);
  return new TextEncoder().encode(`${name} ${sum}`);
}

/** A document that waits until somebody else sets a flag; says how the waiting ended. */
export async function waitingDocument(flag: Int32Array<SharedArrayBuffer>): Promise<Uint8Array> {
  return new TextEncoder().encode(Atomics.wait(flag, 0, 0, 20_000));
}
