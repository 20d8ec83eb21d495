// How much of something that can be tried without end is tried.

/** Set by `npm run test:night`. */
const atNight = process.env.LASTMILE_NIGHT !== undefined;

/**
 * A few with every run, all of them at night: of the same tests, with the same claims.
 * @param few what finds a mistake of its kind in seconds
 * @param all what finds one that shows once in many
 */
export const lot = <T>(few: T, all: T): T => (atNight ? all : few);
