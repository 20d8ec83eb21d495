// A configuration that can't be used.

/** A wrong value: the start stops with exit code 2 and this one line, which names the variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
