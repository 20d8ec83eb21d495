// Whose data directory it is: one server's at a time, as long as its process lives.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class DataDirectoryInUse extends Error {
  override readonly name = "DataDirectoryInUse";
}

const SQLITE_BUSY = 5;

/**
 * Takes the directory for this process: a second server on it would stop the first one's database at its own end.
 * The lock is the operating system's, taken by SQLite on an empty file, since Node has no file locks:
 * it ends with the process however that ends. A process id in a file would outlive the process, and could be another one's.
 * @returns what gives the directory back.
 * @throws DataDirectoryInUse
 */
export function holdDirectory(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, "server.lock"));
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    lock.close();
    const busy = error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
    throw busy ? new DataDirectoryInUse(`another server is using ${dataDir}`) : error;
  }
  return () => lock.close();
}
