// What an area of the server hands to the kernel: the resources it serves, its operations, its own routes and jobs.

import type { AnyRouter } from "@trpc/server";
import type { Metric } from "prom-client";
import type { z } from "zod";
import type { Failure, FailureCode } from "../../shared/kernel/failure.ts";
import type { RequestHeader } from "../../shared/kernel/operation.ts";
import type { PermissionCode } from "../../shared/kernel/registry.ts";
import type { Resource } from "../../shared/kernel/resource.ts";
import type { Receiver } from "./callbacks/receivers.ts";
import type { Fragment, Row, Tx } from "./db/db.ts";
import type { TaskDefinition } from "./jobs/background-tasks.ts";
import type { JobDefinition } from "./jobs/jobs.ts";
import type { Call, OperationContext } from "./operation/context.ts";
import type { Principal } from "./operation/principal.ts";
import type { Implementation } from "./operation/run-operation.ts";
import type { ListOptions, Query } from "./resource/list/request.ts";
import type { RecordLocks } from "./resource/record-locks.ts";
import type { Services } from "./services.ts";
import type { Beginning, FollowSettings, NewLanguage } from "./tenant-hooks.ts";

export interface ServedResource {
  resource: Resource;
  list?: ListOptions;
  /** What is locked with one of its records, in order, where that is more than the record's row (contract §4.8). */
  locks?: RecordLocks;
  /** Which rows desktops hold, where not all. The table is `t`. */
  replica_rows?(tx: Tx): Fragment;
  /** Records that only who has this right too may see: read by their id, or asked for by the list's parameters. */
  guarded?: {
    right: PermissionCode;
    holds(record: Row): boolean;
    isAsked(query: Query): boolean;
  };
}

export interface RouteRequest<B = unknown, Q = unknown> {
  services: Services;
  /** Null only on public routes. */
  principal: Principal | null;
  call: Call;
  body: B;
  query: Q;
  params: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The address that the caller used, without the path: what links begin with. */
  origin: string;
  /** The body's bytes as they came, where a signature is to be checked or a file is taken. */
  raw_body: Buffer | null;
}

/** A route that is neither a plain list or read nor an operation: sign-in, files, reads that are put together. */
export interface Route<B extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below /api/v1; parameters in braces. */
  path: string;
  summary: string;
  area: string;
  /** A permission code; null: any signed-in user; "public": anybody; "superuser": SaaS super administrators. */
  permission: PermissionCode | "public" | "superuser" | null;
  /** It says something of the whole tenant: who sees their own records alone may not call it. */
  is_of_all?: boolean;
  body?: B;
  query?: Q;
  output?: z.ZodType;
  status?: number;
  /** Media type of the answer where it is not JSON. */
  produces?: string;
  /** Media types of the files that it answers in place of its output, when they are asked for. */
  files?: readonly string[];
  /** What it answers with another status. */
  also?: Readonly<Record<number, z.ZodType>>;
  /** Its name for generated clients; made of method and path when left out. */
  operation_id?: string;
  /** A body that it takes, for OpenAPI. */
  example?: Row;
  /** Further headers that it reads. */
  request_headers?: readonly RequestHeader[];
  /** How it can fail beside bad input, for OpenAPI. */
  failures?: readonly FailureCode[];
  /** Requests a minute, counted per key; the default counts per token. */
  rate_limit?: {
    max: number | ((services: Services) => number);
    key?(request: { address: string; body: unknown }): string;
  };
  /** Works through a whole tenant while the caller waits. */
  long?: boolean;
  /** Takes a file or a batch: up to 4 MB in place of 64 kB. */
  large_body?: boolean;
  /** Takes a file of one of these media types, and nothing else, up to so many bytes: `raw_body` has it. */
  takes_file?: { readonly types: readonly string[]; readonly bytes: number };
  /** Takes any body whatever it says that it is, up to so many bytes: `raw_body` has it, and nothing reads it before. */
  takes_raw?: number;
  handler(request: RouteRequest<z.output<B>, z.output<Q>>): Promise<unknown>;
}

/** Declares a route with its types inferred from its schemas. */
export function route<B extends z.ZodType, Q extends z.ZodType>(declaration: Route<B, Q>): Route {
  return declaration as Route;
}

/**
 * Posts a refused money command's amount to SUSPENSE and to the review list, in the context's transaction.
 * @returns what the desktop is answered; null when the payload holds no amount of money that could have been taken.
 */
export type TakeToSuspense = (
  ctx: OperationContext,
  kind: string,
  payload: Row,
  failure: Failure,
) => Promise<Row | null>;

/** A column with sealed values (secret-box.ts), and the columns that say which row. */
export interface SealedColumn {
  table: string;
  column: string;
  key: readonly string[];
  /** Whether its rows are told apart by their tenant as well. */
  of_tenants?: boolean;
}

/** What a member of staff might do, over time. */
export interface MemberHistory {
  user_id: string;
  username: string;
  full_name: string;
  email: string | null;
  /** When the membership or the account ended; null while it lasts. */
  ended_at: Date | null;
  /** Newest first. */
  rights: readonly { since: Date; permissions: ReadonlySet<string> }[];
}

/** Present and former members among these users, by user id. */
export type ReadMembers = (
  services: Services,
  tenantId: string,
  users: readonly string[],
) => Promise<ReadonlyMap<string, MemberHistory>>;

/** Metrics of an area, for Prometheus. */
export interface AreaFigures {
  /** Name of each figure → what it says. */
  help: Readonly<Record<string, string>>;
  /** The figures of this moment, by name. */
  read(services: Services): Promise<Readonly<Record<string, number>>>;
}

export interface AreaModule {
  name: string;
  /** What it is about, for OpenAPI. */
  summary: string;
  resources: readonly ServedResource[];
  operations: readonly Implementation[];
  routes: readonly Route[];
  /** What it adds to the tRPC door, by name. */
  procedures?: Readonly<Record<string, AnyRouter>>;
  /** Its procedures that take all that a device tells, up to 16 MB, each with the permission that lets such a body be read at all. */
  large_inputs?: Readonly<Record<string, PermissionCode>>;
  /** Where money goes that a command brings and that can't be applied as meant (contract §5.3); one area has it. */
  suspense?: TakeToSuspense;
  /** The collection of the books' entries: what changes it has moved money; one area has it. */
  books?: string;
  /** Columns with sealed values beside its resources' secret fields. */
  sealed?: readonly SealedColumn[];
  /** Who the authors of commands are, and what they might do when; one area knows. */
  members?: ReadMembers;
  /** What every new tenant begins with of it. */
  begin?: Beginning;
  /** What becomes of that when the company writes in another language. */
  speak?: NewLanguage;
  /** What follows in it from a change of the company's settings. */
  follow_settings?: FollowSettings;
  jobs?: readonly JobDefinition[];
  figures?: AreaFigures;
  /** Metrics that its code counts and times, of no registry. */
  counters?: readonly Metric[];
  /** Who understands calls of providers and channels. */
  receivers?: readonly Receiver[];
  /** Begins what goes on in each server process. @returns what ends it. */
  start?(services: Services): () => Promise<void>;
  tasks?: readonly TaskDefinition[];
}
