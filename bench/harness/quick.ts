/** The quick form: tiny data, correctness only, no goals. `npm run bench NAME -- --quick`, or QUICK=1. */
export const isQuick = process.argv.includes('--quick') || process.env['QUICK'] === '1'

/** A size or time of the full form, or the smaller one of the quick form. */
export function sized(full: number, quick: number): number {
  return isQuick ? quick : full
}

/** The number among the arguments, such as `npm run bench growth 100000`; else the size of this form. */
export function sizeArgument(full: number, quick: number): number {
  return Number(process.argv.find((text) => /^\d+$/.test(text)) ?? sized(full, quick))
}
