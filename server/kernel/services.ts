// The long-lived parts that operations and routes use, made once at start.
import type { Database } from "./db.ts";
import type { Feed } from "./feed.ts";
import type { Jobs } from "./jobs.ts";
import type { SecretBox } from "./secret-box.ts";

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Services {
  db: Database;
  feed: Feed;
  jobs: Jobs;
  secrets: SecretBox;
  log: Log;
}
