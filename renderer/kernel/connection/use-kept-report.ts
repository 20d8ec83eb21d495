// A report that is also looked at without the line: its last answer is kept, sealed like everything of the replica's.
import { useEffect, useState } from "react";
import { useReplica } from "../replica-hooks.ts";
import { useReport } from "./use-report.ts";

interface Kept<T> {
  readonly of: string;
  readonly data: T;
  readonly at: string;
}

/** As useReport; until the server has answered in this session, what it answered last on this computer. */
export function useKeptReport<T>(path: string | null) {
  const { profile } = useReplica();
  const { data, at, missing } = useReport<T>(path);
  const [kept, setKept] = useState<Kept<T> | null>(null);
  useEffect(() => {
    if (path === null) return;
    let isHere = true;
    void profile.get(`report:${path}`).then((found) => {
      if (isHere && found) setKept({ ...(found as Pick<Kept<T>, "data" | "at">), of: path });
    });
    return () => {
      isHere = false;
    };
  }, [profile, path]);
  useEffect(() => {
    if (path !== null && data !== null && at !== null) void profile.set(`report:${path}`, { data, at });
  }, [profile, path, data, at]);
  const last = kept?.of === path ? kept : null;
  return { data: data ?? last?.data ?? null, at: at ?? last?.at ?? null, missing };
}
