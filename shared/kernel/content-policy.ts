// What a page of the app may load and whom it may call: the same from the server and from the desktop's own scheme.

/**
 * Code comes from where the page came from, alone. Styles may be inline because Mantine writes its theme that way;
 * connections may go to any http(s) address because the office's server has the address that the person signs in with.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' http: https:",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
