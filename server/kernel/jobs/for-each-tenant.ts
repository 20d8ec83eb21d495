// What a schedule does for many, tenant by tenant or device by device: one that fails keeps none of the others waiting.
import { Failure } from "../../../shared/kernel/failure.ts";

/** What is done at once where it is short: it must not take the connections from those who wait for an answer. */
export const A_FEW = 4;

const isUnavailable = (error: unknown): boolean => error instanceof Failure && error.code === "UNAVAILABLE";

/**
 * Does `work` for each, one after the other or so many `at_once`, and goes on past those for whom it fails. Only where the
 * database cannot be reached no other is tried.
 * @param what the items are, for the error: "reports".
 * @returns what it answered, of each.
 * @throws AggregateError of all that failed, when everybody has had a turn.
 */
export async function forEachTenant<Item, Result>(
  what: string,
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  at_once = 1,
): Promise<Result[]> {
  const open = items[Symbol.iterator]();
  const results: Result[] = [];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let next = open.next(); !next.done; next = open.next()) {
      try {
        results.push(await work(next.value));
      } catch (error) {
        failures.push(error);
        if (isUnavailable(error)) return;
      }
    }
  };
  await Promise.all(Array.from({ length: at_once }, worker));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} ${what} failed, the first by: ${failures[0]}`);
  return results;
}

/** The same where the answers are numbers. @returns their sum. @throws like forEachTenant. */
export async function sumOverTenants<Item>(
  ...given: Parameters<typeof forEachTenant<Item, number>>
): Promise<number> {
  return (await forEachTenant(...given)).reduce((sum, number) => sum + number, 0);
}
