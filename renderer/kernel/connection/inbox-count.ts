// How much waits for the signed-in person: one number for whatever shows it (sidebar, pill, phone bar).
import { create } from "zustand";

/** Kept by the watch over the Inbox (renderer/inbox.tsx); 0 until it has looked. */
export const useInboxCount = create<{ readonly count: number }>(() => ({ count: 0 }));
