// Puts a reply on the wire, damaged as the faults say.
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./faults.ts";

/** Long enough for the peer to read what was sent before the next bytes arrive. */
const SEGMENT_GAP_MS = 2;

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || !socket.writable) resolve();
    else socket.write(bytes, () => resolve());
  });
}

function segments(bytes: Buffer, fault: { at?: number; every?: number }): Buffer[] {
  if (fault.at !== undefined) return [bytes.subarray(0, fault.at), bytes.subarray(fault.at)];
  const size = fault.every ?? 1;
  const result: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) result.push(bytes.subarray(at, at + size));
  return result;
}

/** Sends the bytes of one reply; never rejects: a broken socket is the peer's to notice. */
export async function deliver(socket: Socket, bytes: Buffer, faults: readonly Fault[]): Promise<void> {
  for (const fault of faults) {
    if (fault.kind === "late") await wait(fault.ms, undefined, { ref: false });
    if (fault.kind === "cut" || fault.kind === "reset") {
      await write(socket, bytes.subarray(0, fault.after_bytes ?? Math.floor(bytes.length / 2)));
      if (fault.kind === "reset") {
        // Let the part arrive first: a reset throws away what the peer has not read yet.
        await wait(SEGMENT_GAP_MS);
        socket.resetAndDestroy();
      } else socket.end();
      return;
    }
    if (fault.kind === "split") {
      for (const segment of segments(bytes, fault)) {
        await write(socket, segment);
        await wait(SEGMENT_GAP_MS);
      }
      return;
    }
  }
  await write(socket, bytes);
}

/** Carries a command out as its faults let it: at once, after a delay, or when the test releases it. */
export function whenLetGo(socket: Socket, faults: readonly Fault[], carryOut: () => void): void {
  const held = faults.find((fault) => fault.kind === "held");
  const delay = faults.find((fault) => fault.kind === "delay");
  if (held) {
    void held.until.then(() => socket.destroyed || carryOut());
  } else if (delay) {
    const timer = setTimeout(carryOut, delay.ms);
    socket.once("close", () => clearTimeout(timer));
  } else {
    carryOut();
  }
}
