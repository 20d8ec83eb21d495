// The file of a backup: lines of JSON, packed. A line that begins with a brace says what follows, one with a bracket is a row.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Failure } from "../../../shared/kernel/failure.ts";
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupFooter,
  type BackupHeader,
  type BackupSection,
  backupFooter,
  backupHeader,
  backupMark,
  backupSection,
  type TableSummary,
} from "../../../shared/saas/backup-file.ts";
import type { SecretBox, Signature } from "../../kernel/secrets/secret-box.ts";

/** Why a file can't be restored; nothing was written then. */
export const unreadable = (why: string) => new Failure("BACKUP_UNREADABLE", why);

/** Counts lines and takes their checksum, the same for what is written, read and found in a database. */
export class Tally {
  #rows = 0;
  readonly #hash = createHash("sha256");

  add(line: string): void {
    this.#rows += 1;
    this.#hash.update(line).update("\n");
  }

  get summary(): TableSummary {
    return { rows: this.#rows, sha256: this.#hash.copy().digest("hex") };
  }
}

export const headerLine = (given: Omit<BackupHeader, "format" | "version">): string =>
  JSON.stringify({ format: BACKUP_FORMAT, version: BACKUP_VERSION, ...given } satisfies BackupHeader);
export const sectionLine = (given: BackupSection): string => JSON.stringify(given);
export const footerLine = (given: Omit<BackupFooter, "end">): string =>
  JSON.stringify({ end: true, ...given } satisfies BackupFooter);

/** What a backup's signature is for. */
const SIGNED_AS = "backup";

/** What is signed: the first line, the structure, and the end, which has a checksum of each table's rows. */
export class Contents {
  readonly #hash = createHash("sha256");

  add(line: string): void {
    this.#hash.update(line).update("\n");
  }

  /** With the end, in the one form that it has when it is written and when it is read. */
  #text(end: BackupFooter): string {
    const { signature: _, ...rest } = backupFooter.parse(end);
    return this.#hash.copy().update(JSON.stringify(rest)).digest("hex");
  }

  signature(given: Omit<BackupFooter, "end">, secrets: SecretBox): Signature {
    return secrets.sign(this.#text({ end: true, ...given }), SIGNED_AS);
  }

  /** Whether a key of this server signed them. */
  isOurs(end: BackupFooter, secrets: SecretBox): boolean {
    return end.signature !== undefined && secrets.isSigned(this.#text(end), SIGNED_AS, end.signature);
  }
}

export interface WrittenFile {
  /** In bytes. */
  size: number;
  sha256: string;
}

/** Lines a piece, so that the packer is not called for each. */
const PIECE = 64_000;

async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = "";
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  yield Buffer.from(piece);
}

/** The name under which a file is written until it is whole. */
export const draftOf = (path: string) => `${path}.part`;

async function syncDirectory(path: string): Promise<void> {
  // A directory can't be opened for this on Windows, where renaming is enough.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

/**
 * Writes the lines, packed, readable by the server's own user alone. Under its name there is the whole file, safe on the
 * disk, or none.
 * @throws whatever the lines or the disk do; the draft is gone then.
 */
export async function writeBackupFile(path: string, lines: AsyncIterable<string>): Promise<WrittenFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = draftOf(path);
  const handle = await open(draft, "w", 0o600);
  const hash = createHash("sha256");
  let size = 0;
  try {
    await pipeline(inPieces(lines), createGzip(), async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of packed) {
        hash.update(piece);
        size += piece.length;
        await handle.writeFile(piece);
      }
    });
    await handle.sync();
    await handle.close();
    await rename(draft, path);
  } catch (error) {
    await handle.close();
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
  return { size, sha256: hash.digest("hex") };
}

/** Takes the checksum of a file on the disk. */
export async function checksumOf(path: string): Promise<WrittenFile> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest("hex") };
}

/** A longer line is no row of ours. In bytes. */
export const LINE_MOST = 4_000_000;
/** What unpacks to more is no backup. */
const UNPACKED_MOST = 200;

/** Cuts pieces into lines, without joining the beginning of a line with each piece again. */
class Lines {
  #parts: Buffer[] = [];
  #length = 0;

  /** The lines that end in this piece. @throws Failure BACKUP_UNREADABLE for one that is too long, at once. */
  *cut(piece: Buffer): Generator<string> {
    for (let from = 0; ; ) {
      const at = piece.indexOf(0x0a, from);
      const part = piece.subarray(from, at === -1 ? piece.length : at);
      this.#length += part.length;
      if (this.#length > LINE_MOST)
        throw unreadable("The file is no backup: it holds a line of more than 4 MB");
      this.#parts.push(part);
      if (at === -1) return;
      yield Buffer.concat(this.#parts).toString("utf8");
      this.#parts = [];
      this.#length = 0;
      from = at + 1;
    }
  }

  get isAmidLine(): boolean {
    return this.#length > 0;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const { size } = await stat(path);
  const file = createReadStream(path);
  const unpacked = createGunzip();
  // Its end is heard of through `unpacked`, which it destroys with its failure.
  const piped = pipeline(file, unpacked);
  piped.catch(() => undefined);
  const lines = new Lines();
  let bytes = 0;
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > size * UNPACKED_MOST)
        throw unreadable("The file is no backup: it unpacks to more than 200 times its size");
      yield* lines.cut(piece);
    }
    await piped;
  } finally {
    file.destroy();
    unpacked.destroy();
  }
  if (lines.isAmidLine) throw unreadable("The file ends in the middle of a line");
}

function parse<T>(schema: { parse(value: unknown): T }, line: string | undefined, what: string): T {
  try {
    return schema.parse(JSON.parse(line ?? ""));
  } catch {
    throw unreadable(`The file is no backup, or it is damaged: its ${what} can't be read`);
  }
}

function readHeader(line: string | undefined): BackupHeader {
  const { version } = parse(backupMark, line, "first line");
  if (version > BACKUP_VERSION)
    throw unreadable(
      `The file is of format ${version}, and this server reads up to ${BACKUP_VERSION}: a newer one wrote it`,
    );
  return parse(backupHeader, line, "first line");
}

type OnRows = (section: BackupSection, lines: readonly string[]) => Promise<void>;

/** What a file said once it was read to its end. */
export interface ReadBackup {
  footer: BackupFooter;
  contents: Contents;
}

/** @throws Failure NOT_OURS where no key of this server signed the file. */
export function requireOurs({ footer, contents }: ReadBackup, secrets: SecretBox): void {
  if (contents.isOurs(footer, secrets)) return;
  throw new Failure(
    "NOT_OURS",
    footer.signature
      ? "The file's signature is not of this server's key: it was written elsewhere, or changed since"
      : "The file carries no signature: an older version wrote it, or somebody else",
  );
}

/** A backup as it is read: what it is of, its rows table by table, and at the end what there should have been. */
export interface BackupReader {
  header: BackupHeader;
  /** Calls `onRows` with lines of one table at a time. @throws Failure BACKUP_UNREADABLE when anything is missing or changed. */
  read(onRows: OnRows): Promise<ReadBackup>;
  close(): Promise<void>;
}

const LINES_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 1_000_000;

/** Reads on behind the header, checks each table's lines against the end of the file. */
async function readSections(
  lines: AsyncIterator<string>,
  contents: Contents,
  onRows: OnRows,
): Promise<ReadBackup> {
  const tallies = new Map<string, Tally>();
  let current: BackupSection | null = null;
  let waiting: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (current && waiting.length > 0) await onRows(current, waiting);
    waiting = [];
    characters = 0;
  };
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw unreadable("The file is cut off: its last line is missing");
    if (line.startsWith("[") && current) {
      tallies.get(current.table)?.add(line);
      waiting.push(line);
      characters += line.length;
      if (waiting.length >= LINES_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
      continue;
    }
    await flush();
    if (line.startsWith('{"end"')) {
      const found = parse(backupFooter, line, "last line");
      checkTallies(found, tallies);
      if (!(await lines.next()).done) throw unreadable("The file goes on behind its last line");
      return { footer: found, contents };
    }
    contents.add(line);
    current = parse(backupSection, line, "structure");
    if (tallies.has(current.table)) throw unreadable(`The file holds ${current.table} twice`);
    tallies.set(current.table, new Tally());
  }
}

function checkTallies({ tables }: BackupFooter, tallies: ReadonlyMap<string, Tally>): void {
  const names = new Set([...Object.keys(tables), ...tallies.keys()]);
  for (const name of names) {
    const [told, read] = [tables[name], tallies.get(name)?.summary];
    if (!told || !read || told.rows !== read.rows || told.sha256 !== read.sha256)
      throw unreadable(`The file is damaged: its rows of ${name} are not those that were written`);
  }
}

/** What the packing says of bytes that it did not write. */
const isDamage = (error: unknown) =>
  error instanceof Error && "code" in error && /^(Z_|ERR_ENCODING)/.test(String(error.code));

/**
 * Opens a file and reads its first line.
 * @throws Failure BACKUP_UNREADABLE for a file that is missing, no backup, damaged, or of a newer format.
 */
export async function openBackupFile(path: string): Promise<BackupReader> {
  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isDamage(error)) throw unreadable("The file is damaged or cut off");
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      throw isMissing ? unreadable("The file is not in this server's folder of backups") : error;
    }
  };
  const lines = linesOf(path);
  const contents = new Contents();
  const found = await explained(async () => {
    const { value: line = "" } = await lines.next();
    contents.add(line);
    return readHeader(line);
  }).catch(async (error: unknown) => {
    await lines.return(undefined);
    throw error;
  });
  return {
    header: found,
    read: (onRows) => explained(() => readSections(lines, contents, onRows)),
    close: async () => void (await lines.return(undefined)),
  };
}
