/** Splits `2 × Turntables` into count and item; without a count, the whole line is the item. */
export function readEquipment(line: string): { count: string | undefined; what: string } {
  const [, count, what] = /^(\d{1,3})\s*[×x]\s+(.+)$/u.exec(line.trim()) ?? []
  return count === undefined || what === undefined
    ? { count: undefined, what: line.trim() }
    : { count: `${count} ×`, what: what.trim() }
}

/** Returns the stored form of a line: `2x Turntables` becomes `2 × Turntables`. */
export function writeEquipment(line: string): string {
  const { count, what } = readEquipment(line)
  return count === undefined ? what : `${count} ${what}`
}
