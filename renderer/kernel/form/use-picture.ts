// A picture as an address that a page can show: from this computer where it is here, else from the server.
import { useEffect, useState } from "react";
import { useOnline } from "../connection/use-connection.ts";
import { useReplica } from "../replica-hooks.ts";

/**
 * @param id of the command that it came with
 * @param path where the server has it; null while it has not arrived there
 * @param is_here it is known to be on this computer: its row may be drawn before its bytes are sealed
 * @returns null until it is here
 */
export function usePicture(id: string, path: string | null, type: string, is_here: boolean): string | null {
  const replica = useReplica();
  const online = useOnline();
  const [address, setAddress] = useState<string | null>(null);
  const missing = address === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown already is not fetched again when the line comes or goes
  useEffect(() => {
    if (!missing) return;
    let over = false;
    const load = async () => {
      const bytes =
        (await replica.attachment(id)) ?? (path && online ? await replica.client.file(path) : null);
      if (bytes && !over) setAddress(URL.createObjectURL(new Blob([bytes], { type })));
    };
    // One that does not come is drawn as such; the next time the line comes it is asked for again.
    load().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [replica, id, path, online, is_here]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}
