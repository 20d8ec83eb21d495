// Each word of the dictionaries is said somewhere, and no key is made up: a cast would hide a word that is not there.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SIGN_IN_DICTIONARIES } from "../../renderer/identity/session/sign-in-words.ts";
import { LATER_DICTIONARIES } from "../../renderer/later-words.ts";
import { DICTIONARIES } from "./known-words.ts";

const RENDERER = `${import.meta.dirname}/../../renderer/`;
const files = readdirSync(RENDERER, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => [name, readFileSync(RENDERER + name, "utf8")] as const);
const code = files
  .map(([, text]) => text)
  .filter((text) => !text.includes("= dictionary({"))
  .join("\n");

/** Keys that are made of a template, e.g. t(`sync.review.${filter}`). */
const templates = [...code.matchAll(/`([a-z_]+\.[\w.]*\$\{[^`]*)`/g)].map(
  ([, text = ""]) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "[^.]+")}$`),
);

test("A word that no screen says is deleted", () => {
  const said = (key: string) => code.includes(`"${key}"`) || templates.some((template) => template.test(key));
  const unused = DICTIONARIES.flatMap((texts) => Object.keys(texts)).filter(
    (key) => !said(key) && !said(key.replace(/_one$/, "")),
  );
  expect(unused.join(" ")).toBe("");
});

test("A key stands in one dictionary alone", () => {
  const keys = DICTIONARIES.flatMap((texts) => Object.keys(texts));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test("What the sign-in says is there with it", () => {
  const signIn =
    /^(app|identity\/session\/|kernel\/(problem-words|session\/|screen\/(parts|code-field|crash-guard|lazily)))/;
  const others = DICTIONARIES.flatMap((texts) => Object.keys(texts)).filter(
    (key) => !SIGN_IN_DICTIONARIES.some((texts) => key in texts),
  );
  const said = files
    .filter(([name, text]) => signIn.test(name) && !text.includes("= dictionary({"))
    .flatMap(([name, text]) =>
      others.filter((key) => text.includes(`"${key}"`)).map((key) => `${name}: ${key}`),
    );
  expect(said).toEqual([]);
});

test("No text is made a key by a cast", () => {
  expect(files.filter(([, text]) => /\bas Key\b/.test(text)).map(([name]) => name)).toEqual([]);
});

test("What is shown first says nothing that is loaded later", () => {
  const first =
    /^(app|signed-in|screens|shortcuts|billing\/(counter|first-day)\/(counter|customer-search|found|todays)|identity\/session\/|kernel\/(shell|screen)\/)/;
  const later = LATER_DICTIONARIES.flatMap((texts) => Object.keys(texts));
  const said = files
    .filter(([name, text]) => first.test(name) && !text.includes("= dictionary({"))
    .flatMap(([name, text]) =>
      later.filter((key) => text.includes(`"${key}"`)).map((key) => `${name}: ${key}`),
    );
  expect(said).toEqual([]);
});
