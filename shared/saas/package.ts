// What the installation's own customers, the providers, can subscribe to.
import { z } from "zod";
import { count, json, money, nullable, text } from "../kernel/field.ts";
import { plainOperations } from "../kernel/operation.ts";
import { platformResource } from "../kernel/resource.ts";

const feature = z.string().trim().min(1).max(200);

export const saasPackage = platformResource({
  name: "saas_package",
  path: "saas/packages",
  collection: "saas_packages",
  area: "saas",
  module: "saas",
  summary: "A plan that providers subscribe to",
  fields: {
    name: text({ required: true }),
    price_monthly: money({ required: true }),
    /** Customers that a provider may have; null: as many as they like. */
    max_subscribers: nullable(count({ min: 1 })),
    /** What is sold with it: lines that people read, or switches with names. */
    features: json(z.union([z.array(feature).max(100), z.record(z.string().max(100), z.unknown())]), {
      initial: [],
    }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name"],
  order: ["price_monthly"],
});

export const saasPackageVerbs = plainOperations(saasPackage);
