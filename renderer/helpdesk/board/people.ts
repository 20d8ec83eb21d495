// Who goes out on a day: one column each, and the key that gives a job to them. Pure.
import type { Task } from "../../../shared/helpdesk/index.ts";
import type { Collections } from "../../../shared/kernel/registry.ts";

type Staff = Pick<Collections["staff"], "id" | "full_name" | "username" | "role" | "role_name" | "is_active">;

export interface Person {
  readonly id: string;
  readonly name: string;
  /** The key that gives them the job that has the focus; empty where the keys have run out. */
  readonly key: string;
}

/** What a role allows, where this role may know. */
export interface KnownRole {
  readonly id: string;
  readonly permissions: readonly string[];
}

/** Letters that do something else on the board are left out. */
const KEYS = "123456789abcdeghijklmnoqrsuvxyz";
const TECHNICIAN = "Technician";

/** Whether a person goes out: they do work orders and assign none. */
function goesOut({ role, role_name }: Staff, roles: ReadonlyMap<string, KnownRole>): boolean {
  const known = roles.get(role);
  if (!known) return role_name === TECHNICIAN;
  const may = new Set(known.permissions);
  return may.has("operations.task.complete") && !may.has("operations.task.assign");
}

/** The people of a day: those who go out, and all who have a job on it. */
export function peopleOf(
  staff: readonly Staff[],
  roles: ReadonlyMap<string, KnownRole>,
  jobs: readonly Pick<Task, "assigned_to">[],
): readonly Person[] {
  const busy = new Set(jobs.map(({ assigned_to }) => assigned_to));
  return staff
    .filter((one) => busy.has(one.id) || (one.is_active && goesOut(one, roles)))
    .map(({ id, full_name, username }) => ({ id, name: full_name || username }))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((person, at) => ({ ...person, key: KEYS[at] ?? "" }));
}
