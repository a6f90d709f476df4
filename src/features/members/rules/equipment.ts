/** `2 × Turntables` -> how many and what; a line without a number is only a what. */
export function readEquipment(line: string): { count: string | undefined; what: string } {
  const [, count, what] = /^(\d{1,3})\s*[×x]\s+(.+)$/u.exec(line.trim()) ?? []
  return count === undefined || what === undefined
    ? { count: undefined, what: line.trim() }
    : { count: `${count} ×`, what: what.trim() }
}

/** The line as it is kept: `2x Turntables` -> `2 × Turntables`. */
export function writeEquipment(line: string): string {
  const { count, what } = readEquipment(line)
  return count === undefined ? what : `${count} ${what}`
}
