// Pages that are made of the declarations and served beside the reference: who may do what, and the API for Postman.
import type { FastifyInstance } from "fastify";
import { refuseUnknownParameters } from "../kernel/http/parameters.ts";

interface Page {
  type: string;
  make(): Promise<string>;
}

/** By the name of the file, below /docs/. What makes a page is read when somebody first asks for it. */
const PAGES: Record<string, Page> = {
  "permission-matrix.md": {
    type: "text/plain; charset=utf-8",
    make: async () => (await import("./permission-matrix.ts")).permissionMatrix(),
  },
  "lastmile.postman_collection.json": {
    type: "application/json; charset=utf-8",
    make: async () => (await import("./postman-collection.ts")).postmanCollection(),
  },
};

/** Each page is the one of this version of the program, so that none has to be kept in step with it. */
export function registerPages(app: FastifyInstance): void {
  for (const [name, { type, make }] of Object.entries(PAGES)) {
    let made: string | undefined;
    app.get(`/docs/${name}`, { config: { access: { permission: "public" } } }, async (request, reply) => {
      refuseUnknownParameters(request);
      made ??= await make();
      return reply.type(type).send(made);
    });
  }
}
