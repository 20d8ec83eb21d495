// The words of resources: complete by type, in both languages, for everything that is served.
import { expect, test } from "vitest";
import {
  commandWords,
  permissionWords,
  resourceWords,
  titleInWords,
} from "../../../renderer/kernel/i18n/index.ts";
import { words } from "../../../renderer/kernel/i18n/worded-resource.ts";
import { RESOURCE_WORDS } from "../../../renderer/resource-words.ts";
import { AREAS } from "../../../server/areas.ts";
import { paymentAllocation } from "../../../shared/billing/index.ts";
import { DEFAULT_ROLES } from "../../../shared/identity/default-roles.ts";
import { reseller } from "../../../shared/identity/index.ts";
import { choice, nullable, reference, text } from "../../../shared/kernel/field.ts";
import { allPermissions } from "../../../shared/kernel/registry.ts";
import { resource } from "../../../shared/kernel/resource.ts";
import { userSession } from "../../../shared/network/index.ts";
import { RESOURCES } from "../../../shared/resources.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import "../known-words.ts";

const tin = resource({
  name: "tin",
  path: "tins",
  area: "platform",
  module: "platform",
  summary: "A tin",
  verbs: ["list"],
  fields: {
    label: text({ required: true }),
    shelf: nullable(reference("shelf")),
    size: nullable(choice(["SMALL", "LARGE"])),
  },
  display: { shelf_name: { via: "shelf", column: "name" } },
});

const names = { one: ["tin", "কৌটা"], many: ["tins", "কৌটা"] } as const;
const fields = { label: ["Label", "লেবেল"], shelf: ["Shelf", "তাক"], size: ["Size", "মাপ"] } as const;
const choices = { size: { SMALL: ["Small", "ছোট"], LARGE: ["Large", "বড়"] } } as const;

test("Words that miss a label, a language or a choice, or that name what is not there, do not compile", () => {
  expect(words(tin, { ...names, fields, choices })).toBeDefined();
  // @ts-expect-error a field without a label
  words(tin, { ...names, fields: { label: fields.label, size: fields.size }, choices });
  // @ts-expect-error a label of no field
  words(tin, { ...names, fields: { ...fields, colour: ["Colour", "রং"] }, choices });
  // @ts-expect-error a label in one language alone
  words(tin, { ...names, fields: { ...fields, label: ["Label"] }, choices });
  // @ts-expect-error a choice without its values
  words(tin, { ...names, fields });
  // @ts-expect-error a value without a word
  words(tin, { ...names, fields, choices: { size: { SMALL: choices.size.SMALL } } });
  // @ts-expect-error a hint at no field
  words(tin, { ...names, fields, choices, hints: { colour: ["Red", "লাল"] } });
});

test("Words that leave out an operation on the resource, or name none of it, do not compile", () => {
  const word = ["Word", "শব্দ"] as const;
  const labels = { payment_transaction: word, invoice: word, allocated_amount: word };
  expect(words(paymentAllocation, { ...names, fields: labels })).toBeDefined();
  // @ts-expect-error words of no operation
  words(paymentAllocation, { ...names, fields: labels, operations: { undo: word } });
  const session = Object.fromEntries(Object.keys(userSession.fields).map((name) => [name, word])) as Record<
    keyof typeof userSession.fields,
    typeof word
  >;
  expect(words(userSession, { ...names, fields: session, operations: { kick: word } })).toBeDefined();
  // @ts-expect-error an operation without words
  words(userSession, { ...names, fields: session });
});

test("Every served resource has its words", () => {
  const served = AREAS.flatMap(({ resources }) => resources.map(({ resource }) => resource.name)).sort();
  expect(Object.keys(RESOURCE_WORDS).sort()).toEqual(served);
});

test("A record's own fields, those of the server and the names beside references are all called something", () => {
  const en = resourceWords(customer, "en");
  expect([en.one, en.many, en.none]).toEqual(["Customer", "Customers", "No customers yet"]);
  expect(en.field("expiry_date")).toBe("Valid until");
  expect(en.field("created_at")).toBe("Created");
  expect(en.choice("status", "EXPIRED")).toBe("Expired");
  expect(en.operation("create")).toBe("New customer");
  expect(resourceWords(customer, "bn").operation("create")).toBe("নতুন গ্রাহক");
});

test("What an operation offers to choose that is no field of its resource is called as elsewhere", () => {
  const said = (["en", "bn"] as const).map((language) => {
    const reading: { choice(name: string, value: string): string } = resourceWords(reseller, language);
    return reading.choice("method", "BANK");
  });
  expect(said).toEqual(["Bank", "ব্যাংক"]);
});

test("A command is called by its operation, and one of a newer server by its kind", () => {
  expect(commandWords("customer.toggle_status", "en")).toBe("Suspend or resume");
  expect(commandWords("invoice.update", "en")).toBe("Edit bill");
  expect(commandWords("stock.take", "en")).toBe("stock.take");
});

test("Each right of a resource is called something in both languages", () => {
  const own = new Set(RESOURCES.map(({ module, name }) => `${module}.${name}`));
  const codes = allPermissions().filter(({ code }) => own.has(code.slice(0, code.lastIndexOf("."))));
  expect(codes.length).toBeGreaterThan(60);
  for (const { code } of codes) {
    expect(permissionWords(code, "en"), code).not.toBeNull();
    expect(permissionWords(code, "bn"), code).toMatch(/[\u0980-\u09ff]/);
  }
  expect(permissionWords("subscribers.customer.view", "en")).toBe("See customers");
  expect(permissionWords("finance.transaction.reverse", "en")).toBe("Reverse payment");
  expect(permissionWords("subscribers.customer.grant_grace", "en")).toBe("Grace period");
});

test("Every role that comes with a company has a name in Bengali, and in English the one that it is kept under; others are as written", () => {
  for (const { name } of DEFAULT_ROLES) {
    expect(titleInWords("role", name, "en")).toBe(name);
    expect(titleInWords("role", name, "bn")).toMatch(/^[\u0980-\u09ff ]+$/u);
  }
  for (const written of ["Collector", "owner", "toString"])
    expect(titleInWords("role", written, "bn")).toBe(written);
});
