// The certificate of a server that speaks https itself, reloaded when its files change or at SIGHUP.
import { readFileSync, unwatchFile, watchFile } from "node:fs";
import type { Server } from "node:https";
import { createSecureContext } from "node:tls";
import type { Log } from "../services.ts";

interface Files {
  cert: string;
  key: string;
}

const LOOK_EVERY_MS = 60_000;

/** Suites with forward secrecy and authenticated encryption alone: what is recorded today is not read with a key that is lost later. */
const CIPHERS = [
  ...["TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256"],
  ...["ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384"],
  ...["ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305"],
  ...["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256"],
].join(":");

/** The certificate with its key, and how the server speaks with them. */
export function readPair({ cert, key }: Files): {
  cert: Buffer;
  key: Buffer;
  ciphers: string;
  minVersion: "TLSv1.2";
} {
  return { cert: readFileSync(cert), key: readFileSync(key), ciphers: CIPHERS, minVersion: "TLSv1.2" };
}

/**
 * Renews the certificate without a restart: open connections keep the old one, new ones get the new. While the files do not
 * fit each other (one of them is written already) the old pair stays.
 * @returns ends the watch.
 */
export function watchCertificate(
  server: Server,
  files: Files,
  log: Log,
  everyMs = LOOK_EVERY_MS,
): () => void {
  const renew = () => {
    try {
      const pair = readPair(files);
      createSecureContext(pair);
      server.setSecureContext(pair);
    } catch (error) {
      log.error({ error }, "the certificate could not be renewed; the old one stays");
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) watchFile(path, { interval: everyMs, persistent: false }, renew);
  process.on("SIGHUP", renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
    process.off("SIGHUP", renew);
  };
}
