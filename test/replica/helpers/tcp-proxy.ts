// A TCP proxy that breaks a connection the way connections break: refused, or silently swallowing every packet.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * pass: bytes flow. refuse: open connections are reset, new ones too. swallow: connections stay open or are
 * accepted, but nothing gets through; what was open then stays dead for ever, as behind a lost NAT entry.
 */
export type LineMode = "pass" | "refuse" | "swallow";

export interface TcpProxy {
  readonly port: number;
  /** Address for HTTP clients: http://127.0.0.1:<port>. */
  readonly url: string;
  readonly mode: LineMode;
  set(mode: LineMode): void;
  /** New connections lead elsewhere from now on; those that are open are reset. */
  lead(targetPort: number): void;
  close(): Promise<void>;
}

interface Line {
  near: Socket;
  far: Socket | null;
  dead: boolean;
}

/** Listens on a free loopback port and forwards to `targetPort` on loopback. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const lines = new Set<Line>();
  let mode: LineMode = "pass";
  let target = targetPort;

  const server = createServer((near) => {
    const line: Line = { near, far: null, dead: mode === "swallow" };
    near.on("error", () => near.destroy());
    if (mode === "refuse") {
      near.resetAndDestroy();
      return;
    }
    lines.add(line);
    near.on("close", () => {
      lines.delete(line);
      line.far?.destroy();
    });
    // Bytes are read and dropped: to the sender the packets left.
    near.on("data", (bytes) => {
      if (!line.dead) line.far?.write(bytes);
    });
    if (line.dead) return;
    const far = connect(target, "127.0.0.1");
    line.far = far;
    far.on("data", (bytes) => {
      if (!line.dead) near.write(bytes);
    });
    far.on("error", () => far.destroy());
    far.on("close", () => {
      // A server that hangs up can't tell it through a connection that swallows.
      if (!line.dead) near.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get mode() {
      return mode;
    },
    set(next) {
      mode = next;
      if (next === "refuse") for (const { near } of lines) near.resetAndDestroy();
      if (next === "swallow") for (const line of lines) line.dead = true;
    },
    lead(next) {
      target = next;
      for (const { near } of lines) near.resetAndDestroy();
    },
    async close() {
      for (const { near } of lines) near.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
