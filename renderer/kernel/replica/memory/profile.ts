// A session's odds and ends where nothing of them is kept on this computer: gone with the window.
import type { Profile, ProfileStore } from "../disk/profile.ts";

/** @param begun What is known from the start. */
export function profileInMemory(begun: Partial<Profile> = {}): ProfileStore {
  const values: Partial<Profile> = { ...begun };
  return {
    get: async (field) => values[field] ?? null,
    set: async (field, value) => {
      values[field] = value;
    },
    remove: async (field) => {
      delete values[field];
    },
  };
}
