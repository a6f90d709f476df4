/** Parses a whole number; undefined when it is invalid. */
export function parseCount(typed: string): number | undefined {
  const text = typed.replaceAll(/[\s,]/g, '')
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
