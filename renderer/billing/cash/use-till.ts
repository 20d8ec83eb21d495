// The till that this computer is.
import { useEffect, useState } from "react";
import { useReplica } from "../../kernel/replica-hooks.ts";

/** Its device code; null: it has none yet, undefined until this computer has said. */
export function useTill(): string | null | undefined {
  const { profile } = useReplica();
  const [till, setTill] = useState<string | null>();
  useEffect(() => {
    let left = false;
    void profile.get("device").then((device) => {
      if (!left) setTill(device?.device_code ?? null);
    });
    return () => {
      left = true;
    };
  }, [profile]);
  return till;
}
