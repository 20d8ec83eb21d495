// What an operation is: a named write with its own input, permission and failures. REST and sync.push are two doors to it.
import { z } from "zod";
import type { FailureCode } from "./failure.ts";
import type { Area } from "./resource.ts";

/** Request headers that only some operations look at, as the OpenAPI document names them. */
export type RequestHeader = "Prefer" | "Signature" | "IdempotencyKey";

export interface OperationDeclaration<I extends z.ZodType = z.ZodType> {
  /** `<resource>.<verb>`: also the kind of the desktop's command (contract §5). */
  name: string;
  area: Area;
  summary: string;
  method: "POST" | "GET" | "PATCH" | "DELETE";
  /** Below /api/v1; `{id}` is the record that it works on. */
  path: string;
  /** The permission code; null = any signed-in user; "public" = nobody need be signed in. */
  permission: string | null | "public";
  /** Rights that some values of the input need beside it. */
  further_permissions?: readonly string[];
  input: I;
  /** Members of the input that a POST also takes from the query string, e.g. async=false. */
  query?: readonly (keyof z.input<I> & string)[];
  /** The body may also be a text/csv file: the input's member `csv`. */
  takes_csv?: boolean;
  /** Takes a file or a batch: up to 4 MB in place of 64 kB. */
  large_body?: boolean;
  /** What it answers, for OpenAPI. */
  output?: z.ZodType;
  /** Status of a success; the handler may answer another (`Reply`). */
  status?: number;
  /** What it answers with another status, e.g. 202 for work that goes on. */
  also?: Readonly<Record<number, z.ZodType>>;
  /** Headers of its own that it looks at. */
  headers?: readonly RequestHeader[];
  failures?: readonly FailureCode[];
  idempotency?: "honoured" | "required" | "none";
  /** Members of the answer that are shown this once: a repeat under the same key answers them as null. */
  shown_once?: readonly string[];
  /** Works through a whole tenant while the caller waits. */
  long?: boolean;
  /** Desktops may send it as a command. */
  command?: boolean;
  /** Money changed hands before the command was sent: it is never refused, at worst it goes to SUSPENSE (contract §5.3). */
  money?: boolean;
}

export type Operation<I extends z.ZodType = z.ZodType> = Required<
  Omit<OperationDeclaration<I>, "output" | "query">
> & { output: z.ZodType | null; query: readonly string[] };

/** A flag that a query string may carry as well as a body. */
export const trueOrFalse = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(true|false)$/i, "true or false")
    .transform((text) => text.toLowerCase() === "true"),
]);

/** Declares an operation; a POST honours idempotency keys unless it says otherwise. */
export function operation<I extends z.ZodType>(declaration: OperationDeclaration<I>): Operation<I> {
  return Object.freeze({
    output: null,
    further_permissions: [],
    query: [],
    takes_csv: false,
    large_body: false,
    status: 200,
    also: {},
    headers: [],
    failures: [],
    idempotency: declaration.method === "POST" ? "honoured" : "none",
    shown_once: [],
    long: false,
    command: false,
    money: false,
    ...declaration,
  } satisfies Operation<I>);
}

/** What an operation's handler gets: its input as validated. */
export type InputOf<O> = O extends Operation<infer I> ? z.output<I> : never;

/** A body whose Idempotency-Key may stand in it instead of in the header (contract §1). */
export function withIdempotencyKey(body: z.ZodObject): z.ZodObject {
  return body.extend({ idempotency_key: z.string().max(200).optional() });
}
