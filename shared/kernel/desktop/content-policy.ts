// What a page of the app may load and whom it may call: the same from the server and from the desktop's own scheme.

/**
 * Code comes from where the page came from, alone. 'wasm-unsafe-eval' lets the page compile WebAssembly that it loaded itself
 * (the reader of barcodes, scrypt), and no text as a script. Styles may be inline because Mantine writes its theme that way.
 * @param connect whom the page may call beside where it came from
 */
const contentSecurityPolicy = (...connect: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(" "),
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/** In a browser the page calls only the server that it came from. */
export const BROWSER_POLICY = contentSecurityPolicy();

const LOOPBACK = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

/**
 * The desktop's page calls only the servers that were signed in to on this computer. Before the first sign-in, when there is
 * nothing to steal yet, it may call any address that is typed: over https, or on this machine.
 * @param servers origins
 */
export const desktopPolicy = (servers: readonly string[], allowHttp: boolean): string =>
  contentSecurityPolicy(
    ...(servers.length > 0 ? servers : ["https:", ...(allowHttp ? ["http:"] : LOOPBACK)]),
  );
