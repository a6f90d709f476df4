// Server and browser must group alike, whatever language either speaks.
const groups = new Intl.NumberFormat('en-US')

/** `12500` -> `12,500` */
export function formatCount(count: number): string {
  return groups.format(count)
}
