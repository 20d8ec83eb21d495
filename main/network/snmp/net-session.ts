// net-snmp's session with its faults repaired from outside: no datagram and no socket failure ends the process.
import { Session } from "net-snmp";

/**
 * The library parses each datagram in the socket's handler: what its parser refuses it emits as `error` (which ends the
 * process where nothing listens), unforeseen errors it throws there, and failures of the socket it emits under the
 * error itself as the event's name, where nothing can listen. All three arrive at `onTrouble`.
 */
export class NetSession extends Session {
  /** Read by the library for each request; milliseconds, repeats and the factor between two. */
  declare timeout: number;
  declare retries: number;
  declare backoff: number;
  /** Of the datagram that came last. */
  bytes = 0;
  onTrouble: (error: unknown) => void = () => undefined;

  override onMsg(buffer: Buffer): void {
    this.bytes = buffer.length;
    try {
      super.onMsg(buffer);
    } catch (error) {
      this.onTrouble(error);
    }
  }

  override onError(error: unknown): void {
    this.onTrouble(error);
  }
}
