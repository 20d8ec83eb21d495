// What an operation is: a named write with its own input, permission and failures. REST and sync.push are two doors to it.
import { z } from "zod";
import type { FailureCode } from "./failure.ts";
import { SUPERUSER } from "./permission.ts";
import {
  type Area,
  type CreateSchema,
  createSchema,
  type Fields,
  type OfPlatform,
  type PlainVerb,
  type Resource,
  recordSchema,
  type UpdateSchema,
  updateSchema,
} from "./resource.ts";

/** Request headers that only some operations look at, as the OpenAPI document names them. */
export type RequestHeader = "Prefer" | "Signature" | "IdempotencyKey";

type Method = "POST" | "GET" | "PATCH" | "DELETE";

/** What may be said of any operation beside its name and input; what is left out follows from the resource that it is on. */
interface Details {
  /** The area that serves it, for OpenAPI; the resource's unless a later area adds the operation. */
  area?: Area;
  summary: string;
  /** What its permission allows, in the list of permissions; the summary unless it differs. */
  allows?: string;
  method?: Method;
  /** Rights that some values of the input need beside it. */
  further_permissions?: readonly string[];
  /** The body may also be a text/csv file: the input's member `csv`. */
  takes_csv?: boolean;
  /** Takes a file or a batch: up to 4 MB in place of 64 kB. */
  large_body?: boolean;
  /** What it answers, for OpenAPI: the resource's record unless it says otherwise; null: nothing in particular. */
  output?: z.ZodType | null;
  /** Status of a success; the handler may answer another (`Reply`). */
  status?: number;
  /** What it answers with another status, e.g. 202 for work that goes on. */
  also?: Readonly<Record<number, z.ZodType>>;
  /** Headers of its own that it looks at. */
  headers?: readonly RequestHeader[];
  /** How it can fail beside bad input; that the record is not there follows from the path. */
  failures?: readonly FailureCode[];
  idempotency?: "honoured" | "required" | "none";
  /** Members of the answer that are shown this once: a repeat under the same key answers them as null. */
  shown_once?: readonly string[];
  /** Works through a whole tenant while the caller waits. */
  long?: boolean;
  /**
   * Money changed hands before the command was sent: it is never refused, at worst it goes to SUSPENSE (contract §5.3). "payment":
   * where one came with it, as its member `payment`.
   */
  money?: boolean | "payment";
  /** Collections in which its effect is seen, beside the resource's own. */
  changes?: readonly string[];
  /**
   * The resource of which it makes a part of its record (`parent`), e.g. a reply to a ticket: what it answers, with 201. Of
   * a desktop's command the part has the command's id, so that it is shown there once, whatever arrives first.
   */
  adds?: Resource | null;
}

export interface OperationDeclaration<
  R extends Resource = Resource,
  N extends string = string,
  I extends z.ZodType = z.ZodType,
  W extends string = string,
  P extends string | null = string | null,
  O extends boolean = boolean,
> extends Details {
  /** The resource that it is an operation of. */
  on: R;
  /** A verb: `<resource>.<verb>` is the kind of the desktop's command (contract §5). create, update and delete are the plain ones. */
  name: N;
  /** Below /api/v1; `{id}` is the record that it works on. `/<resource path>/{id}/<name with hyphens>/` unless it differs. */
  path?: W;
  /** The permission code, `<module>.<resource>.<name>` unless it differs; null = any signed-in user; "public" = anybody. */
  permission?: P;
  input: I;
  /** Members of the input that a POST also takes from the query string, e.g. async=false. */
  query?: readonly (keyof z.input<I> & string)[];
  /** Desktops may send it as a command. */
  offline?: O;
}

/** A declared operation; kind, permission and the rest are literal types, from which the lists of registry.ts are made. */
export interface Operation<
  I extends z.ZodType = z.ZodType,
  K extends string = string,
  P extends string | null = string | null,
  O extends boolean = boolean,
  T extends boolean = boolean,
  R extends Resource = Resource,
> extends Required<Omit<Details, "output">> {
  readonly on: R;
  /** `<resource>.<verb>`, also the kind of the desktop's command. */
  readonly name: K;
  /** The verb alone, as its words are kept by. */
  readonly action: string;
  /** The plain verb that it is; null for all others. */
  readonly verb: PlainVerb | null;
  readonly path: string;
  /** Whether it works on one record, whose id is in the path and in a command's payload. */
  readonly on_record: T;
  readonly permission: P;
  readonly input: I;
  readonly query: readonly string[];
  readonly output: z.ZodType | null;
  /** It answers the record that it is on, as it is read at its address: with its parts. */
  readonly answers_record: boolean;
  readonly offline: O;
}

/** A flag that a query string may carry as well as a body. */
export const trueOrFalse = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(true|false)$/i, "true or false")
    .transform((text) => text.toLowerCase() === "true"),
]);

type CodeOf<R extends Resource, N extends string> = R extends OfPlatform
  ? typeof SUPERUSER
  : `${R["module"]}.${R["name"]}.${N}`;
type DefaultPath<N extends string> = N extends "create" ? "/" : "/{id}/";
type OnRecord<W extends string> = W extends `${string}{id}${string}` ? true : false;

const PLAIN: Readonly<Record<PlainVerb, { method: Method; path: string; status: number }>> = {
  create: { method: "POST", path: "/", status: 201 },
  update: { method: "PATCH", path: "/{id}/", status: 200 },
  delete: { method: "DELETE", path: "/{id}/", status: 204 },
};

/** Declares an operation of a resource; a POST honours idempotency keys unless it says otherwise. */
export function operation<
  const R extends Resource,
  const N extends string,
  I extends z.ZodType,
  const W extends string = DefaultPath<N>,
  const P extends string | null = CodeOf<R, N>,
  const O extends boolean = false,
>(
  declaration: OperationDeclaration<R, N, I, W, P, O>,
): Operation<I, `${R["name"]}.${N}`, P, O, OnRecord<W>, R> {
  const { on, name, failures = [], changes = [], ...rest } = declaration;
  const verb = Object.hasOwn(PLAIN, name) ? (name as PlainVerb) : null;
  const usual = verb
    ? PLAIN[verb]
    : { method: "POST" as const, path: `/{id}/${name.replaceAll("_", "-")}/`, status: 200 };
  const { path = `/${on.path}${usual.path}`, method = usual.method, adds = null } = declaration;
  const on_record = path.includes("{id}");
  const made: Operation = {
    area: on.area,
    allows: declaration.summary,
    permission: on.of_platform ? SUPERUSER : `${on.module}.${on.name}.${name}`,
    output: verb === "delete" ? null : recordSchema(adds ?? on),
    answers_record: declaration.output === undefined && adds === null && verb !== "delete",
    adds: null,
    status: adds ? 201 : usual.status,
    further_permissions: [],
    query: [],
    takes_csv: false,
    large_body: false,
    also: {},
    headers: [],
    idempotency: method === "POST" ? "honoured" : "none",
    shown_once: [],
    long: false,
    offline: false,
    money: false,
    ...rest,
    on,
    name: `${on.name}.${name}`,
    action: name,
    verb,
    method,
    path,
    on_record,
    failures: on_record ? ["NOT_FOUND", ...failures] : failures,
    changes: [...new Set([on.collection, ...(adds ? [adds.collection] : []), ...changes])],
  };
  return Object.freeze(made) as Operation<I, `${R["name"]}.${N}`, P, O, OnRecord<W>, R>;
}

type Nothing = Record<never, never>;
type Merged<S extends z.ZodRawShape, M extends z.ZodRawShape> = z.ZodObject<
  Omit<S, keyof M> & M,
  z.core.$strict
>;
type ShapeOf<S> = S extends z.ZodObject<infer Shape> ? Shape : never;

/** What a plain verb says that does not follow from its resource. */
interface PlainDetails<M extends z.ZodRawShape> extends Partial<Details> {
  /** Members of the body beside the resource's fields, or in place of one of them. */
  more?: M;
}

type InputOfVerb<R extends Resource, V extends PlainVerb, M extends z.ZodRawShape> = R extends {
  readonly fields: infer F extends Fields;
}
  ? {
      create: Merged<ShapeOf<CreateSchema<F>>, M>;
      update: Merged<ShapeOf<UpdateSchema<F>>, M>;
      delete: Merged<Nothing, M>;
    }[V]
  : never;

type PlainOperation<R extends Resource, V extends PlainVerb, M extends z.ZodRawShape> = Operation<
  InputOfVerb<R, V, M>,
  `${R["name"]}.${V}`,
  CodeOf<R, V>,
  V extends R["offline"][number] ? true : false,
  V extends "create" ? false : true,
  R
>;

/** The operations that a resource's plain verbs are; the server has their handlers (`crudOperations`). */
export type PlainOperations<
  R extends Resource,
  C extends z.ZodRawShape = Nothing,
  U extends z.ZodRawShape = Nothing,
> = {
  readonly [V in R["verbs"][number] & PlainVerb]: PlainOperation<
    R,
    V,
    { create: C; update: U; delete: Nothing }[V]
  >;
};

/** By resource: asked for again without details, they are what they were declared as. */
const plainDeclared = new WeakMap<Resource, object>();

/** Declares the operations that a resource's plain verbs (create, update, delete) are. */
export function plainOperations<
  const R extends Resource,
  C extends z.ZodRawShape = Nothing,
  U extends z.ZodRawShape = Nothing,
>(
  on: R,
  details?: { create?: PlainDetails<C>; update?: PlainDetails<U>; delete?: PlainDetails<Nothing> },
): PlainOperations<R, C, U> {
  const known = details ? undefined : plainDeclared.get(on);
  if (known) return known as PlainOperations<R, C, U>;
  const plain = {
    create: { summary: `Create: ${on.summary}`, input: createSchema(on), failures: ["DUPLICATE"] },
    update: {
      summary: `Change: ${on.summary}`,
      input: updateSchema(on),
      failures: ["DUPLICATE", "STALE_VERSION"],
    },
    delete: {
      summary: `Delete: ${on.summary}`,
      input: z.strictObject({}),
      failures: ["IN_USE", "STALE_VERSION"],
    },
  } as const;
  const made = on.verbs.flatMap((verb) => {
    if (verb === "list" || verb === "read") return [];
    const { more = {}, failures = [], changes = [], ...own } = details?.[verb] ?? {};
    const { input, summary, failures: usual } = plain[verb];
    const declared = operation({
      summary,
      ...own,
      on,
      name: verb,
      input: input.extend(more),
      failures: [...usual, ...failures],
      changes: [...on.changes, ...changes],
      offline: on.offline.includes(verb),
    });
    return [[verb, declared] as const];
  });
  const declared = Object.fromEntries(made);
  plainDeclared.set(on, declared);
  return declared as PlainOperations<R, C, U>;
}

type Plain<R extends Resource> = R extends Resource ? PlainOperations<R>[keyof PlainOperations<R>] : never;

/**
 * An area's operations: those that it declares by hand, and of its resources the plain verbs about which there is no more to
 * say than the resource says.
 */
export function operationsOf<const R extends readonly Resource[], const O extends readonly Operation[]>(
  resources: R,
  declared: O,
): readonly (O[number] | Exclude<Plain<R[number]>, { readonly name: O[number]["name"] }>)[] {
  const known = new Set(declared.map(({ name }) => name));
  const plain = resources
    .flatMap((resource): Operation[] => Object.values(plainOperations(resource)))
    .filter(({ name }) => !known.has(name));
  return [...declared, ...plain] as never;
}

/** What an operation's handler gets: its input as validated. */
export type InputOf<O extends Operation> = z.output<O["input"]>;

/** An operation that desktops may send as a command. */
export type Command = Operation<z.ZodType, string, string | null, true>;

export const isCommand = (operation: Operation): operation is Command => operation.offline;

/**
 * What a desktop's command of this operation carries: the input, the id of the record that it is on, and for a change
 * the values that it was made on (contract §5.4).
 */
export type PayloadOf<O extends Operation> = z.input<O["input"]> &
  (O["on_record"] extends true ? { id: string } : unknown) &
  (O["name"] extends `${string}.update` ? { base?: Readonly<Record<string, unknown>> } : unknown);

/** A body whose Idempotency-Key may stand in it instead of in the header (contract §1). */
export function withIdempotencyKey(body: z.ZodObject): z.ZodObject {
  return body.extend({ idempotency_key: z.string().max(200).optional() });
}
