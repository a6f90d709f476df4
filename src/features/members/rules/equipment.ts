/** `2 × Turntables` -> how many and what; a line without a number is only a what. */
export function readEquipment(line: string): { count: string | undefined; what: string } {
  const [, count, what] = /^(\d{1,3})\s*[×x]\s+(.+)$/u.exec(line.trim()) ?? []
  return count === undefined || what === undefined
    ? { count: undefined, what: line.trim() }
    : { count: `${count} ×`, what: what.trim() }
}
