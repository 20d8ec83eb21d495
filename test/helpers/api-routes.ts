// Every route of the running server, read from its own OpenAPI document: tests over them cover new routes by themselves.
import type { Answer, Client, TestServer } from "./server.ts";

export interface ApiRoute {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below /api/v1, with `{id}`. */
  path: string;
  /** Null: anybody who is signed in. */
  permission: string | null;
  is_public: boolean;
  has_body: boolean;
}

interface Described {
  security?: unknown[];
  "x-permission"?: string;
  requestBody?: unknown;
}

const API = "/api/v1";

export async function apiRoutes(server: TestServer): Promise<ApiRoute[]> {
  const { body } = await server.anonymous.get("/openapi.json");
  const paths = body.paths as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase() as ApiRoute["method"],
      path: path.slice(API.length),
      permission: described["x-permission"] ?? null,
      is_public: described.security?.length === 0,
      has_body: described.requestBody !== undefined,
    })),
  );
}

/** The route's path with its parameters filled in. */
export function at(route: ApiRoute, id: string): string {
  return route.path.replace(/\{\w+\}/g, encodeURIComponent(id));
}

/** Asks a route. What is PUT is a file: a body of another kind would be refused before anybody asks who sends it. */
export function ask(
  client: Client,
  { method }: ApiRoute,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  if (method === "GET") return client.get(path, headers);
  if (method === "DELETE") return client.delete(path, headers);
  if (method === "PUT") return client.put(path, body, { ...headers, "content-type": "image/png" });
  return method === "POST" ? client.post(path, body, headers) : client.patch(path, body, headers);
}

export const nameOf = (route: ApiRoute) => `${route.method} ${route.path}`;
