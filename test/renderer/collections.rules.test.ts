// The collections of a replica have names that people know.
import { expect, test } from "vitest";
import { COLLECTIONS } from "../../renderer/records.ts";
import { AREAS } from "../../server/areas.ts";

test("every replicated resource is a collection that the screens know by name, and no other is", () => {
  const replicated = AREAS.flatMap(({ resources }) => resources)
    .filter(({ resource }) => resource.replica)
    .map(({ resource }) => resource.collection);
  expect([...COLLECTIONS].sort()).toEqual(replicated.sort());
});
