// `npm run server`: the headless sync server. Reads the configuration, starts everything, stops gracefully.
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { readConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { surviveLostConnections } from "./kernel/db/lost-connections.ts";
import { startServer } from "./server.ts";

async function main(): Promise<void> {
  surviveLostConnections();
  const config = readConfig(process.env);
  await mkdir(config.data_dir, { recursive: true }).catch((error: Error) => {
    throw new ConfigError(`LASTMILE_DATA_DIR: ${error.message}`);
  });
  let stop = (code: number): void => process.exit(code);
  process.on("SIGTERM", () => stop(0));
  process.on("SIGINT", () => stop(0));
  const server = await startServer({ ...config, data_dir: resolve(config.data_dir) }, (error) => {
    console.error(`lastmile server ends: ${error.message}`);
    stop(1);
  });
  let stopping = false;
  stop = (code) => {
    if (stopping) return;
    stopping = true;
    server.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error("lastmile server did not stop cleanly:", error);
        process.exit(1);
      },
    );
  };
  // Said last: whoever hears it may ask for the stop at once.
  console.log(`lastmile metrics at ${server.metrics_url}`);
  console.log(`lastmile server listening on ${server.url}`);
  if (server.first_owner) console.log(`open ${server.url} and sign in as ${server.first_owner}`);
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) {
    console.error(error.message);
    process.exit(2);
  }
  console.error(error);
  process.exit(1);
});
