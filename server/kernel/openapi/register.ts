// Serves the document, and a page to browse it.
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { AreaModule } from "../area.ts";
import { refuseUnknownParameters } from "../http/parameters.ts";
import { API } from "../http/rest.ts";
import { openApiDocument } from "./document.ts";
import type { Examples } from "./examples.ts";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 32" height="32" role="img" aria-label="Lastmile API">
<rect x="2" y="4" width="24" height="24" rx="6" fill="#12805c"/><path d="M9 21V11m5 10v-6m5 6v-9" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
<text x="36" y="22" font-family="sans-serif" font-size="17" font-weight="600" fill="#fff">Lastmile API</text></svg>`;

/** What the page may load: its own files. Its package would allow styles from any address, and another server's opinion of the document. */
const POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self' data:",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self'",
].join("; ");

/** Made when it is first asked for: at a start it would cost a third of a second before anything needs it. */
function madeOnce<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export async function registerOpenApi(
  app: FastifyInstance,
  modules: readonly AreaModule[],
  examples: Examples,
): Promise<void> {
  const document = madeOnce(() => openApiDocument(modules, examples));
  const text = madeOnce(() => JSON.stringify(document()));
  app.get(`${API}/openapi.json`, { config: { access: { permission: "public" } } }, async (request, reply) => {
    refuseUnknownParameters(request);
    return reply.type("application/json; charset=utf-8").send(text());
  });
  await app.register(swagger, {
    mode: "static",
    specification: { document: { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} } },
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    transformSpecification: document,
    transformSpecificationClone: false,
    staticCSP: POLICY,
    theme: { title: "Lastmile API" },
    logo: { type: "image/svg+xml", content: Buffer.from(LOGO), href: "/docs", target: "_self" },
    uiConfig: {
      docExpansion: "none",
      defaultModelsExpandDepth: 0,
      tagsSorter: "alpha",
      tryItOutEnabled: true,
    },
  });
}
