// Long work gives way.

/**
 * Lets input, painting and other tasks in. What `scheduler.yield()` resumes goes before timers and messages: a month end's records,
 * put away slice by slice, kept those waiting for a quarter of a second.
 */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { postTask?: (task: () => void) => Promise<void> } };
  return scheduler?.postTask ? scheduler.postTask(() => {}) : new Promise((resolve) => setTimeout(resolve));
}
