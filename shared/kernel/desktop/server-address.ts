// Whether traffic to a server can be read on the way.

const PLAIN = /^http:\/\/(\[[^\]]*\]|[^/:?#]*)/i;

/** A name or address of this very machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/i.test(hostname);
}

/** Plain http that leaves this machine: passwords, tokens and routers' credentials could be read on the way. */
export function isPlainHttp(address: string): boolean {
  const host = PLAIN.exec(address)?.[1];
  return host !== undefined && !isLoopbackHost(host);
}
