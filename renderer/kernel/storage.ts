// Whether the browser has promised to keep what is stored here, and how much room there is.

interface Room {
  /** Null: this browser makes no such promise. */
  readonly is_kept: boolean | null;
  /** Bytes; null where the browser does not say. */
  readonly used: number | null;
  readonly quota: number | null;
}

/** Asks the browser not to throw the outbox away when the disk runs short; some ask the person. Answers whether it will. */
export async function keepStorage(): Promise<boolean> {
  if (typeof navigator.storage?.persist !== "function") return false;
  return navigator.storage.persist();
}

/** What the browser says now. */
export async function roomHere(): Promise<Room> {
  const storage = navigator.storage as StorageManager | undefined;
  const is_kept = typeof storage?.persisted === "function" ? await storage.persisted() : null;
  const { usage = null, quota = null } =
    typeof storage?.estimate === "function" ? await storage.estimate() : {};
  return { is_kept, used: usage, quota };
}
