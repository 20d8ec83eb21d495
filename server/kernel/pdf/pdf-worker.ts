// A thread that makes documents: text is set and pages are written here, while requests go on elsewhere.

/** What is asked of the thread: which function of which module, and what it is given. */
export interface Asked {
  module: string;
  name: string;
  args: readonly unknown[];
}

/** The one function that threads are asked for. */
export async function make({ module, name, args }: Asked): Promise<Uint8Array> {
  const functions = (await import(module)) as Record<string, (...given: unknown[]) => Promise<Uint8Array>>;
  const called = functions[name];
  if (!called) throw new Error(`${module} has no ${name}`);
  return called(...args);
}
