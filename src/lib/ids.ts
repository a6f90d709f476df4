let last = 0n
const random = new DataView(new ArrayBuffer(10))

/**
 * Returns a UUIDv7 (RFC 9562). Ids sort by creation time and strictly increase within this process. So rows of a batch
 * keep their order, and the index only grows at its end.
 */
export function newId(): string {
  crypto.getRandomValues(new Uint8Array(random.buffer))
  const entropy = random.getBigUint64(0)
  // Method 2 of the RFC: 48 bits of time and 74 random bits form one counter, which advances by a random step.
  const fresh = (BigInt(Date.now()) << 74n) | (entropy << 10n) | BigInt(random.getUint16(8) & 0x3ff)
  last = fresh > last ? fresh : last + 1n + (entropy & 0xffff_ffffn)
  const time = last >> 74n
  const randA = (last >> 62n) & 0xfffn
  const randB = last & ((1n << 62n) - 1n)
  const bits = (time << 80n) | (7n << 76n) | (randA << 64n) | (2n << 62n) | randB
  const hex = bits.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/**
 * Checks an id before a query. PostgreSQL throws an error, instead of returning no row, when a uuid column is compared
 * with other text.
 */
export function isId(text: string): boolean {
  return uuid.test(text)
}
