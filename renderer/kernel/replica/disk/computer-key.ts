// A key of this computer that no script can read out: what its people share here (the secrets of its devices, what it shows at a
// sign-in) lies under it. It keeps them from whoever reads values off the store; a whole stolen disk has it as well, which is why
// none of them opens anything without the server.
import { openBytes, type Sealed, sealBytes } from "./crypto.ts";
import { answer, type Store, transact } from "./disk.ts";
import { requireCrypto } from "./sealing.ts";

/** The store of the list of accounts that holds it. */
export const COMPUTER = "computer";
const KEY = "key";

const utf8 = new TextEncoder();

/** The computer's key, made the first time; two windows that make it at once keep one. */
async function computerKey(database: Store): Promise<CryptoKey> {
  const read = (tx: IDBTransaction) =>
    answer(tx.objectStore(COMPUTER).get(KEY)) as Promise<CryptoKey | undefined>;
  const known = await transact(database, [COMPUTER], "readonly", read);
  if (known) return known;
  const made = await requireCrypto().generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const keep = async (tx: IDBTransaction) => {
    const first = await read(tx);
    if (!first) tx.objectStore(COMPUTER).put(made, KEY);
    return first ?? made;
  };
  return transact(database, [COMPUTER], "readwrite", keep, "strict");
}

/** Seals a text under the computer's key, for one purpose. */
export async function sealHere(database: Store, bound: string, text: string): Promise<Sealed> {
  return sealBytes(await computerKey(database), bound, utf8.encode(text));
}

/** Opens what `sealHere` made; null where the key is another one by now. */
export async function openHere(database: Store, bound: string, sealed: Sealed): Promise<string | null> {
  try {
    return new TextDecoder().decode(await openBytes(await computerKey(database), bound, sealed));
  } catch (error) {
    if (error instanceof DOMException && error.name === "OperationError") return null;
    throw error;
  }
}

/** A value that the computer keeps for all who use it, made by `make` the first time. */
export async function keptHere(database: Store, name: string, make: () => string): Promise<string> {
  const read = (tx: IDBTransaction) =>
    answer(tx.objectStore(COMPUTER).get(name)) as Promise<Sealed | undefined>;
  const known = await transact(database, [COMPUTER], "readonly", read);
  const value = known ? await openHere(database, name, known) : null;
  if (value !== null) return value;
  const made = make();
  const sealed = await sealHere(database, name, made);
  await transact(
    database,
    [COMPUTER],
    "readwrite",
    (tx) => {
      tx.objectStore(COMPUTER).put(sealed, name);
    },
    "strict",
  );
  return made;
}
