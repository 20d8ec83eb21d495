// Where the scan dialog stands: in the shell, loaded when it is first asked for.
import { lazily } from "../screen/lazily.tsx";
import { useScanning } from "./scanning.ts";

const ScanDialog = lazily(() => import("./scan-dialog.tsx"), "ScanDialog");

export function ScanHost() {
  const request = useScanning((state) => state.request);
  return request ? <ScanDialog {...request} /> : null;
}
