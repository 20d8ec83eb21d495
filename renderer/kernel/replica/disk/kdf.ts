// The password made expensive to guess.
import { scrypt } from "hash-wasm";

/** What scrypt costs; kept with every account, so that it can be raised without locking anybody out. */
export interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** In one go, in WebAssembly: for a thread that nobody looks at. */
export const stretchAtOnce = (
  password: string,
  salt: Uint8Array,
  { N, r, p }: Cost,
): Promise<Uint8Array<ArrayBuffer>> =>
  scrypt({
    ...{ password: password.normalize("NFC"), salt },
    ...{ costFactor: N, blockSize: r, parallelism: p, hashLength: 32, outputType: "binary" },
  }) as Promise<Uint8Array<ArrayBuffer>>;
