// A program that is told things, as fast as it can be.
import { createServer } from "node:http";

/** taking: 200 at once. refusing: 500. hanging: never answers. */
export type Manner = "taking" | "refusing" | "hanging";

export interface Listener {
  url: string;
  /** When each record was told first, by its id. */
  told: Map<string, number>;
  /** Deliveries. */
  count(): number;
  close(): Promise<void>;
}

const STATUS = { taking: 200, refusing: 500 };

export async function startListener(manner: Manner): Promise<Listener> {
  const told = new Map<string, number>();
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      count += 1;
      const { data } = JSON.parse(Buffer.concat(chunks).toString());
      if (!told.has(data.id)) told.set(data.id, performance.now());
      if (manner !== "hanging") response.writeHead(STATUS[manner]).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    told,
    count: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
