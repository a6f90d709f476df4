/** The quick form: tiny data, correctness only, no goals. `npm run bench NAME -- --quick`, or QUICK=1. */
export const isQuick = process.argv.includes('--quick') || process.env['QUICK'] === '1'

/** Returns `full`, or `quick` in the quick form. */
export function sized(full: number, quick: number): number {
  return isQuick ? quick : full
}

/**
 * Returns the number on the command line, as in `npm run bench growth 100000`. Without a number, returns `full`, or
 * `quick` in the quick form.
 */
export function sizeArgument(full: number, quick: number): number {
  return Number(process.argv.find((text) => /^\d+$/.test(text)) ?? sized(full, quick))
}
