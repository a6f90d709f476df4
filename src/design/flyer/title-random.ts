/** Returns a 32-bit FNV-1a hash with a final mix. Ignores case, outer and repeated whitespace, and Unicode form. */
export function hashTitle(title: string): number {
  let hash = 0x811c9dc5
  for (const character of title.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')) {
    hash ^= character.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  // FNV alone leaves similar high bits for short titles, and those bits choose the picture.
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x7feb352d) >>> 0
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x846ca68b) >>> 0
  hash ^= hash >>> 16
  return hash >>> 0
}

/** Returns the next number in [0, 1) of a sequence. */
export type Random = () => number

/** mulberry32: the same seed gives the same sequence on every machine. */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
