/** Splits `2 × Turntables` into count and item; without a count, the whole line is the item. */
export function parseEquipment(line: string): { count: string | undefined; item: string } {
  const [, count, item] = /^(\d{1,3})\s*[×x]\s+(.+)$/u.exec(line.trim()) ?? []
  return count === undefined || item === undefined
    ? { count: undefined, item: line.trim() }
    : { count: `${count} ×`, item: item.trim() }
}

/** Returns the stored form of a line: `2x Turntables` becomes `2 × Turntables`. */
export function normalizeEquipment(line: string): string {
  const { count, item } = parseEquipment(line)
  return count === undefined ? item : `${count} ${item}`
}
