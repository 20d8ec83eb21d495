// Which bodies the API reads: JSON objects, CSV files where a route takes one; how large each may be.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { whyRefused } from "./storable.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route also takes a text/csv body, as the member `csv` of a JSON body. */
    takes_csv?: boolean;
  }
}

/** What a body may have, in bytes (contract §1): before anybody is known, as a rule, and where files and batches come in. */
export const BODY_BYTES = { public: 16 * 1_024, usual: 64 * 1_024, large: 4 * 1_024 * 1_024 } as const;

/** A CSV file stands for the JSON body with the file's text as its member `csv`, on routes that take one. */
function parseCsvBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    "text/csv",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      if (!request.routeOptions.config.takes_csv) throw new Failure("UNSUPPORTED_MEDIA_TYPE");
      try {
        return { csv: new TextDecoder("utf-8", { fatal: true }).decode(body) };
      } catch {
        throw invalid("csv", "The file is not in UTF-8: save it as “CSV UTF-8”", "NOT_UTF_8");
      }
    },
  );
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
      let value: unknown = null;
      try {
        value = JSON.parse(body.toString());
      } catch {
        // Said below, as for any other text that is no object.
      }
      if (value === null || typeof value !== "object" || Array.isArray(value))
        return done(new Failure("VALIDATION", "The body must be a JSON object"), undefined);
      const refusal = whyRefused(value);
      if (refusal) return done(new Failure("VALIDATION", refusal), undefined);
      done(null, value);
    },
  );
}

export function parseBodies(app: FastifyInstance): void {
  parseJsonBodies(app);
  parseCsvBodies(app);
}
