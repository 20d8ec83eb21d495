// Bytes put together, and compressed: what is sealed on this computer, and what is sent from it.

/** Parts as one piece. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * What a stream makes of parts, chunk by chunk. Read by hand: a Blob and a Response around it take as long again.
 * @throws what the stream throws.
 */
async function* through(
  { readable, writable }: CompressionStream | DecompressionStream,
  parts: readonly Uint8Array<ArrayBuffer>[],
): AsyncGenerator<Uint8Array> {
  const writer = writable.getWriter();
  const write = async () => {
    for (const part of parts) await writer.write(part);
    await writer.close();
  };
  // What goes wrong with writing goes wrong with reading, which says so.
  write().catch(() => {});
  const reader = readable.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** Parts of one whole, compressed. */
export async function gzip(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of through(new CompressionStream("gzip"), parts)) chunks.push(chunk);
  return joined(chunks);
}

/** How long what gzip packed is: it says so at its end (RFC 1952, ISIZE). */
function unpackedLength({ buffer, byteOffset, length }: Uint8Array): number {
  return new DataView(buffer, byteOffset, length).getUint32(length - 4, true);
}

/** What `gzip` compressed. @throws where it is torn. */
export async function gunzip(packed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const plain = new Uint8Array(unpackedLength(packed));
  let at = 0;
  for await (const chunk of through(new DecompressionStream("gzip"), [packed])) {
    plain.set(chunk, at);
    at += chunk.length;
  }
  return plain.buffer;
}
