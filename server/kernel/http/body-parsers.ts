// Which bodies the API reads: JSON objects, CSV files and pictures where a route takes one; how large each may be.
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { halfCharacterIn, jsonbSafe, parseWithDigits, whyRefused } from "./jsonb-safe.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route also takes a text/csv body, as the member `csv` of a JSON body. */
    takes_csv?: boolean;
    /** The route takes a file of one of these media types, and nothing else. */
    takes_file?: readonly string[];
    /** The route takes any body, unread. */
    takes_raw?: boolean;
    /** Somebody else's program wrote the body and will not write it again: what can't be kept of it is replaced, not refused. */
    is_reported?: boolean;
  }
}

/** What a body may have, in bytes (contract §1): before anybody is known, as a rule, and where files and batches come in. */
export const BODY_BYTES = {
  public: 16 * 1_024,
  usual: 64 * 1_024,
  large: 4 * 1_024 * 1_024,
  device: 16 * 1_024 * 1_024,
} as const;

/** @throws Failure VALIDATION for a file in another encoding. */
function csvText(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw invalid("csv", "The file is not in UTF-8: save it as “CSV UTF-8”", "NOT_UTF_8");
  }
}

/** A CSV file stands for the JSON body with the file's text as its member `csv`, on routes that take one. */
function parseCsvBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    "text/csv",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      if (!request.routeOptions.config.takes_csv) throw new Failure("UNSUPPORTED_MEDIA_TYPE");
      return { csv: csvText(body) };
    },
  );
}

/** Pictures, on routes that take them; those take nothing else. The bytes are handed over as they came. */
function parseFiles(app: FastifyInstance): void {
  app.addContentTypeParser(
    /^image\//,
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      (request as FastifyRequest & { rawBody?: Buffer }).rawBody = body;
      return {};
    },
  );
  app.addHook("onRequest", (request, _reply, done) => {
    const { takes_file: taken = [], takes_raw } = request.routeOptions.config;
    if (takes_raw) return done();
    const [type = ""] = (request.headers["content-type"] ?? "").split(";");
    const isTaken = taken.includes(type.trim().toLowerCase());
    const isRefused = taken.length > 0 ? !isTaken : /^image\//i.test(type);
    done(isRefused ? new Failure("UNSUPPORTED_MEDIA_TYPE") : undefined);
  });
}

/** Empty bodies are an empty object; anything else has to be JSON. The bytes are kept for signatures. */
function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/json", "application/merge-patch+json"],
    { parseAs: "buffer" },
    (request, body, done) => {
      (request as FastifyRequest & { rawBody?: Buffer }).rawBody = body as Buffer;
      if (body.length === 0) return done(null, {});
      const text = body.toString();
      const { is_reported } = request.routeOptions.config;
      let value: unknown = null;
      try {
        value = is_reported ? jsonbSafe(parseWithDigits(text)) : JSON.parse(text);
      } catch {
        // Said below, as for any other text that is no object.
      }
      if (value === null || typeof value !== "object" || Array.isArray(value))
        return done(new Failure("VALIDATION", "The body must be a JSON object"), undefined);
      if (is_reported) return done(null, value);
      const refusal = whyRefused(value);
      if (refusal) return done(new Failure("VALIDATION", refusal), undefined);
      const half = halfCharacterIn(text, value);
      if (half !== null) return done(invalid(half, "Half a character (a lone surrogate)"), undefined);
      done(null, value);
    },
  );
}

/** @throws Failure VALIDATION for a form that breaks off, or has no file. */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts()) {
      fields.set(part.fieldname, part.type === "file" ? await part.toBuffer() : part.value);
    }
  } catch (error) {
    // The plugin's own refusals, such as a file that is too large, have a status; what its parser throws has none.
    if (error instanceof Error && "statusCode" in error) throw error;
    throw new Failure("VALIDATION", "The form can't be read");
  }
  const file = fields.get("file");
  if (!(file instanceof Uint8Array)) throw invalid("file", "The form needs a file named `file`", "REQUIRED");
  fields.delete("file");
  return { ...Object.fromEntries(fields), csv: csvText(file) };
}

/** A form with a file, as browsers and most HTTP tools send one, stands for the same body as the file alone. */
async function parseForms(app: FastifyInstance): Promise<void> {
  const isForm = (request: FastifyRequest) =>
    /^multipart\/form-data/i.test(request.headers["content-type"] ?? "");
  app.addHook("onRequest", (request, _reply, done) => {
    if (!isForm(request) || request.routeOptions.config.takes_raw) return done();
    const isReadable = /;\s*boundary=/i.test(request.headers["content-type"] ?? "");
    const isTaken = request.routeOptions.config.takes_csv && isReadable;
    done(isTaken ? undefined : new Failure("UNSUPPORTED_MEDIA_TYPE"));
  });
  await app.register(multipart, {
    limits: { files: 1, fields: 10, fileSize: BODY_BYTES.large, fieldSize: BODY_BYTES.usual },
  });
  app.addHook("preValidation", (request, _reply, done) => {
    if (!isForm(request) || request.routeOptions.config.takes_raw) return done();
    readForm(request).then((form) => {
      request.body = form;
      done();
    }, done);
  });
}

const ANY_BYTES = "application/octet-stream";

/** Has a part of the app take bodies as they come, whatever they say that they are: also what is no media type. */
export function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(ANY_BYTES, { parseAs: "buffer" }, (request, body, done) => {
    (request as FastifyRequest & { rawBody?: Buffer }).rawBody = body as Buffer;
    done(null, {});
  });
  const said = new WeakMap<FastifyRequest, string | undefined>();
  app.addHook("onRequest", (request, _reply, done) => {
    said.set(request, request.headers["content-type"]);
    request.headers["content-type"] = ANY_BYTES;
    done();
  });
  // What is kept of the request is what it said.
  app.addHook("preHandler", (request, _reply, done) => {
    const type = said.get(request);
    if (type === undefined) delete request.headers["content-type"];
    else request.headers["content-type"] = type;
    done();
  });
}

export async function parseBodies(app: FastifyInstance): Promise<void> {
  parseJsonBodies(app);
  parseCsvBodies(app);
  parseFiles(app);
  await parseForms(app);
}
