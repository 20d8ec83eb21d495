// The camera of this device: the one that looks away from the person where there are two, its light, and why it does not come.

import { own } from "../../../shared/kernel/safe-lookup.ts";

/** Why there is no picture, as people can act on it. */
export type CameraTrouble = "refused" | "none" | "busy" | "insecure" | "unknown";

export interface Camera {
  readonly stream: MediaStream;
  /** Switches the light beside the lens; null where there is none. */
  readonly torch: ((on: boolean) => Promise<void>) | null;
  close(): void;
}

/** What browsers with a light say beside the standard's members. */
type Lit = MediaTrackCapabilities & { readonly torch?: boolean };

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** Whether this page can ask for a camera at all: over plain http browsers hide it. */
const canAsk = () => typeof navigator.mediaDevices?.getUserMedia === "function";

/** Whether there is a camera, as far as one may know before it is asked for. */
export async function hasCamera(): Promise<boolean> {
  if (!canAsk()) return false;
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.some(({ kind }) => kind === "videoinput");
}

/** What an attempt to open the camera failed of. */
export function troubleOf(error: unknown): CameraTrouble {
  if (!canAsk()) return "insecure";
  return (error instanceof DOMException ? own(TROUBLES, error.name) : undefined) ?? "unknown";
}

/** Opens the camera; the caller closes it. @throws DOMException (see `troubleOf`). */
export async function openCamera(): Promise<Camera> {
  // Small bars on a label need the pixels.
  const video = { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
  const [track] = stream.getVideoTracks();
  const isLit = (track?.getCapabilities?.() as Lit | undefined)?.torch === true;
  const torch = async (on: boolean) => {
    await track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
  };
  return {
    stream,
    torch: isLit ? torch : null,
    close() {
      for (const each of stream.getTracks()) each.stop();
    },
  };
}
