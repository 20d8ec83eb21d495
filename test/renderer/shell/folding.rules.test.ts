// Which groups of the navigation are folded before anybody chose.
import { expect, test } from "vitest";
import { foldedToFit } from "../../../renderer/kernel/shell/folding.ts";

const owner = { work: 6, money: 11, people: 5, network: 5, system: 12 };

test("A navigation that fits is open, and one that does not is folded from what is needed least", () => {
  const clerk = { work: 5, money: 3, people: 1, network: 0, system: 1 };
  expect([...foldedToFit(clerk, 800)]).toEqual([]);
  expect([...foldedToFit(owner, 800)]).toEqual(["system", "people", "network"]);
  expect([...foldedToFit(owner, 1600)]).toEqual([]);
  expect([...foldedToFit(owner, 1200)]).toEqual(["system"]);
});

test("Daily work and money are never folded by themselves, and nothing is while the window's height is unknown", () => {
  expect([...foldedToFit(owner, 300)]).toEqual(["system", "people", "network"]);
  expect([...foldedToFit(owner, 0)]).toEqual([]);
});
