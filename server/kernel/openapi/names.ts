// Names that generated clients give to calls and types: listCustomers, createRecharge, Customer.
import type { Resource } from "../../../shared/kernel/resource.ts";

const pascal = (text: string) =>
  text
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
const camel = (text: string) => {
  const name = pascal(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** "network_sync_job" → "NetworkSyncJob". */
export const componentName = (resource: string): string => pascal(resource);

/** "recharge.reverse" → "reverseRecharge": the verb first. */
export function operationId(name: string): string {
  const [resource = "", verb = ""] = name.split(".");
  return camel(`${verb} ${resource}`);
}

/** "listCustomers", "getCustomer". */
export function readingId(verb: "list" | "get", resource: Resource): string {
  return camel(`${verb} ${verb === "list" ? resource.collection : resource.name}`);
}

/** A route's name where it gives none: its method and path in words. */
export function routeId(method: string, path: string): string {
  return camel(`${method.toLowerCase()} ${path.replaceAll(/\{\w+\}/g, "one")}`);
}
