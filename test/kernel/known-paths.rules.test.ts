// Which methods an address takes, as the router would find it.
import { expect, test } from "vitest";
import { KnownPaths } from "../../server/kernel/http/door/known-paths.ts";

const paths = new KnownPaths();
paths.add("/api/v1/customers/", ["GET", "HEAD"]);
paths.add("/api/v1/customers/", ["POST"]);
paths.add("/api/v1/customers/export/", ["GET"]);
paths.add("/api/v1/customers/:id/", ["PATCH"]);
paths.add("/api/v1/customers/:id/lines/", ["GET"]);

test("An address takes the methods of all that is served there, with or without its last stroke", () => {
  for (const url of ["/api/v1/customers/", "/api/v1/customers", "/api/v1/customers/?search=a/b"])
    expect(paths.methodsOf(url)).toEqual(["GET", "HEAD", "POST"]);
});

test("A name goes before any text, which is tried where the name leads nowhere", () => {
  expect(paths.methodsOf("/api/v1/customers/export/")).toEqual(["GET"]);
  expect(paths.methodsOf("/api/v1/customers/0197c000/")).toEqual(["PATCH"]);
  expect(paths.methodsOf("/api/v1/customers/export/lines/")).toEqual(["GET"]);
});

test("An address that nothing is served at takes nothing, nor does the way to one", () => {
  for (const url of [
    "/",
    "/api/v1/",
    "/api/v1/payments/",
    "/api/v1/customers/1/2/",
    "/api/v1/customers/1/lines/2/",
  ])
    expect(paths.methodsOf(url)).toEqual([]);
});
