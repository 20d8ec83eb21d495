// When the end of access is held for review (contract §4.9). Pure.

/** So many may always expire at one look. */
const ALWAYS = 50;
/** More than so many times the usual hour's are not usual. */
const TIMES_USUAL = 5;

/**
 * Whether a look may expire `due` customers, where the busiest hour of the last weeks expired `usual` ones. By a clock that
 * jumped no customer expires, however few they are.
 */
export function mayExpire(look: { due: number; usual: number; is_clock_off: boolean }): boolean {
  const { due, usual, is_clock_off } = look;
  if (due === 0) return true;
  return !is_clock_off && (due <= ALWAYS || due <= TIMES_USUAL * usual);
}
