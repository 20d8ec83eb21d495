// Looking up a name that came from outside: every object also has inherited names such as `constructor`.

/** What was put into the table under this name; undefined for what every object inherits. */
export function own<T>(table: Readonly<Partial<Record<string, T>>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
