// One collection as RxDB sees it: its RxStorageInstance.
import type {
  BulkWriteRow,
  EventBulk,
  PreparedQuery,
  RxDocumentData,
  RxJsonSchema,
  RxStorageBulkWriteResponse,
  RxStorageChangeEvent,
  RxStorageCountResult,
  RxStorageDefaultCheckpoint,
  RxStorageInstance,
  RxStorageInstanceCreationParams,
  RxStorageQueryResult,
} from "rxdb/plugins/core";
import { Observable } from "rxjs";
import type { Bulk, Source } from "./source.ts";
import type { Writer } from "./writer.ts";

type Options = Readonly<Record<string, unknown>>;
type Told<T> = EventBulk<RxStorageChangeEvent<RxDocumentData<T>>, RxStorageDefaultCheckpoint>;

export class Instance<T> implements RxStorageInstance<T, unknown, unknown, RxStorageDefaultCheckpoint> {
  readonly databaseName: string;
  readonly collectionName: string;
  readonly schema: Readonly<RxJsonSchema<RxDocumentData<T>>>;
  readonly options: Options = {};
  readonly internals: Options = {};
  readonly #source: Source<T>;
  /** Null: its records are pulled, and written by nobody here. */
  readonly #writer: Writer<T> | null;
  readonly #onRemove: () => void;
  #isClosed = false;
  #isRemoved = false;

  constructor(
    { databaseName, collectionName, schema }: RxStorageInstanceCreationParams<T, unknown>,
    source: Source<T>,
    writer: Writer<T> | null,
    onRemove: () => void,
  ) {
    this.databaseName = databaseName;
    this.collectionName = collectionName;
    this.schema = schema;
    this.#source = source;
    this.#writer = writer;
    this.#onRemove = onRemove;
  }

  #mustBeThere(): void {
    if (this.#isRemoved) throw new Error(`The collection ${this.collectionName} was removed`);
  }

  #mustWrite(): Writer<T> {
    if (this.#writer) return this.#writer;
    throw new Error(`The records of ${this.collectionName} come from the server: a command changes them`);
  }

  async bulkWrite(writes: BulkWriteRow<T>[], context: string): Promise<RxStorageBulkWriteResponse<T>> {
    this.#mustBeThere();
    return this.#mustWrite().write(this, writes, context);
  }

  findDocumentsById(keys: string[], withDeleted: boolean): Promise<RxDocumentData<T>[]> {
    return this.#source.find(keys, withDeleted);
  }

  async query(prepared: PreparedQuery<T>): Promise<RxStorageQueryResult<T>> {
    return { documents: await this.#source.query(prepared) };
  }

  async count(prepared: PreparedQuery<T>): Promise<RxStorageCountResult> {
    return { count: await this.#source.count(prepared), mode: "fast" };
  }

  #told({ id, events, context }: Bulk<T>): Told<T> {
    const { documentId, documentData } = events.at(-1)!;
    const checkpoint = { id: documentId, lwt: documentData._meta.lwt };
    return { id, events: events as Told<T>["events"], checkpoint, context };
  }

  changeStream(): Observable<Told<T>> {
    this.#mustBeThere();
    return new Observable((subscriber) => this.#source.listen((bulk) => subscriber.next(this.#told(bulk))));
  }

  async getAttachmentData(documentId: string, attachmentId: string): Promise<never> {
    throw new Error(`There is no attachment ${attachmentId} of ${documentId}: the outbox keeps files`);
  }

  async cleanup(minimumDeletedTime: number): Promise<boolean> {
    await this.#mustWrite().cleanup(minimumDeletedTime);
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async remove(): Promise<void> {
    if (this.#isClosed) throw new Error("closed");
    this.#mustBeThere();
    const writer = this.#mustWrite();
    this.#isRemoved = true;
    this.#onRemove();
    await writer.remove();
    await this.close();
  }
}
