// What a role is granted, as the tree of its form gives and takes it.
import { describe, expect, it } from "vitest";
import { codesBelow, grantState, grantTree, withGrant } from "../../renderer/identity/role/grant-tree.ts";
import { rightPath, rightWords } from "../../renderer/identity/role/permission-words.ts";
import { wordsIn } from "../../renderer/kernel/i18n/index.ts";
import { expandPermissions, isGrant, permissionCodes } from "../../shared/identity/grants.ts";
import "../renderer/known-words.ts";

const tree = grantTree();
const node = (grant: string) => ({ grant, below: [] });
const take = (granted: readonly string[], grant: string) => withGrant(tree, granted, grant, false);

describe("the tree of what a role is granted", () => {
  it("The tree of rights holds every right of this version once, and no pattern that stands for nothing", () => {
    expect(codesBelow(tree).sort()).toEqual([...permissionCodes()].sort());
    const all = (one: typeof tree): string[] => [one.grant, ...one.below.flatMap(all)];
    expect(all(tree).filter((grant) => !isGrant(grant))).toEqual([]);
  });

  it("A module is given as its pattern, in place of what was given of it one by one", () => {
    const granted = ["billing.invoice.view", "billing.recharge.*", "finance.transaction.view"];
    expect(withGrant(tree, granted, "billing.*", true)).toEqual(["finance.transaction.view", "billing.*"]);
  });

  it("Taking one right out of everything leaves all others, as patterns that later versions add to", () => {
    const left = take(["*"], "billing.recharge.reverse");
    expect([...expandPermissions(left)].sort()).toEqual(
      permissionCodes()
        .filter((code) => code !== "billing.recharge.reverse")
        .sort(),
    );
    expect(left).toEqual(expect.arrayContaining(["subscribers.*", "billing.invoice.*", "operations.*"]));
    expect(left).not.toContain("billing.*");
  });

  it("A module is taken away with all that was given below it, what is to come included", () => {
    expect(take(["operations.shift.*", "operations.ticket.*", "hr.*"], "operations.*")).toEqual(["hr.*"]);
  });

  it("What the tree can't show is kept when something else changes", () => {
    const granted = ["operations.shift.*", "billing.*"];
    expect(take(granted, "billing.offer.delete")).toContain("operations.shift.*");
  });

  it("A heading is partly given when only some below it are", () => {
    expect(grantState(node("billing.*"), ["billing.invoice.view"])).toBe("some");
    expect(grantState(node("billing.*"), ["*"])).toBe("all");
    expect(grantState(node("billing.*"), ["finance.*"])).toBe("none");
  });
});

describe("the words of rights", () => {
  it("Every right, resource and module has a name in both languages, different from those beside it", () => {
    for (const language of ["en", "bn"] as const) {
      const t = wordsIn(language);
      const written = language === "bn" ? /[\u0980-\u09ff]/ : /^[A-Z]/;
      const shown = (one: typeof tree): void => {
        const known = one.below.filter((below) => codesBelow(below).length > 0);
        const names = known.map(({ grant }) => rightWords(grant, t));
        expect(new Set(names).size, `${one.grant}: ${names.join(", ")}`).toBe(names.length);
        for (const [index, { grant }] of known.entries()) expect(names[index], grant).toMatch(written);
        known.forEach(shown);
      };
      shown(tree);
    }
  });

  it("A right by itself says what it is a right to", () => {
    expect(rightPath("billing.invoice.override", wordsIn("en"))).toMatch(/^Bills · Set total/);
  });
});
