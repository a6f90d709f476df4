import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const VERSION_BYTES = 4
const SIGNATURE_BYTES = 32

/** What the address of a calendar says: whose it is, and the how-manyeth address of theirs. */
export interface FeedName {
  userId: string
  version: number
}

/**
 * The secret part of a calendar's address. It is made from the server's secret instead of being stored, so that nobody who
 * reads the database reads calendars; the version is what revoking counts up.
 */
export function writeFeedToken({ userId, version }: FeedName, secret: string): string {
  const name = Buffer.alloc(ID_BYTES + VERSION_BYTES)
  name.write(userId.replaceAll('-', ''), 'hex')
  name.writeUInt32BE(version, ID_BYTES)
  return Buffer.concat([name, signatureOf(name, secret)]).toString('base64url')
}

/** Undefined for whatever writeFeedToken did not write with this secret. */
export function readFeedToken(token: string, secret: string): FeedName | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + VERSION_BYTES + SIGNATURE_BYTES) return undefined
  // The decoder skips what is not base64: only one spelling counts.
  if (bytes.toString('base64url') !== token) return undefined
  const name = bytes.subarray(0, ID_BYTES + VERSION_BYTES)
  if (!timingSafeEqual(bytes.subarray(name.length), signatureOf(name, secret))) return undefined
  const hex = name.toString('hex', 0, ID_BYTES)
  const userId = [8, 12, 16, 20, 32].map((end, n, ends) => hex.slice(ends[n - 1] ?? 0, end)).join('-')
  return { userId, version: name.readUInt32BE(ID_BYTES) }
}

// The words part it from everything else that is signed with the same secret.
function signatureOf(name: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update('calendar feed\n').update(name).digest()
}
