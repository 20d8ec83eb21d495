// Asks for a scan from anywhere: the dialog stands in the shell, so that the caller may be gone by the time it answers.
import { create } from "zustand";

export interface ScanRequest {
  /** What is scanned, said on top of the picture; a general text where it is left out. */
  readonly title?: string | undefined;
  readonly onFound: (text: string) => void;
}

export const useScanning = create<{ request: ScanRequest | null }>(() => ({ request: null }));

/** Opens the camera and answers what it reads, once; nothing where the person closes it. */
export function scan(request: ScanRequest): void {
  useScanning.setState({ request });
}

export function endScan(): void {
  useScanning.setState({ request: null });
}
