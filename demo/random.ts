import { createHash } from 'node:crypto'

/** Returns a deterministic generator of numbers in [0, 1) for a seed (mulberry32). */
export function createRandom(seed: string): () => number {
  let state = createHash('sha1').update(seed).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns an integer from `least` to `most`, both included. */
export function pickBetween(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

/** Returns the entry at `index`, wrapping around at the end. Throws for an empty list. */
export function cycle<T>(list: readonly T[], index: number): T {
  const entry = list[index % list.length]
  if (entry === undefined) throw new RangeError('Nothing to choose from')
  return entry
}

const EPOCH = Date.UTC(2024, 0, 1)

/**
 * Returns the same UUIDv7 for the same name on every run, so that links to the demo keep working. Ids of one kind sort
 * by `n`, and before all ids created by the product, which keeps lists sorted by id in order.
 */
export function seedId(kind: string, n: number): string {
  const time = (EPOCH + n * 1000).toString(16).padStart(12, '0')
  const hash = createHash('sha1').update(`${kind}:${n}`).digest('hex')
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 3) | 8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(8, 20)}`
}
