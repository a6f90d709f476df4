import { createHmac } from 'node:crypto'
import { isSigned, sign, splitSecrets } from '~/platform/secrets/derived-key'
import { isSameSecret } from '~/platform/secrets/is-same-secret'

const ID_BYTES = 16
const VERSION_BYTES = 4
const SIGNATURE_BYTES = 32
const LABEL = 'b2b calendar feed v1'

/** The owner of a calendar and the version of its secret URL. */
export interface FeedName {
  userId: string
  version: number
}

/**
 * Returns the secret part of a calendar's URL. It is computed rather than stored, so that a stolen copy of the
 * database opens no calendar. Each new URL has the next version.
 */
export function writeFeedToken({ userId, version }: FeedName, secret: string): string {
  const name = Buffer.alloc(ID_BYTES + VERSION_BYTES)
  name.write(userId.replaceAll('-', ''), 'hex')
  name.writeUInt32BE(version, ID_BYTES)
  return Buffer.concat([name, sign(name, secret, LABEL)]).toString('base64url')
}

/**
 * Parses and checks the secret part of a calendar's URL. Returns undefined if `writeFeedToken` did not write it with
 * the current or the previous secret.
 */
export function readFeedToken(token: string, secret: string): FeedName | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + VERSION_BYTES + SIGNATURE_BYTES) return undefined
  // The decoder ignores invalid base64 characters, so accept only the text that this token encodes to.
  if (bytes.toString('base64url') !== token) return undefined
  const name = bytes.subarray(0, ID_BYTES + VERSION_BYTES)
  const signature = bytes.subarray(name.length)
  if (!isSigned(name, signature, secret, LABEL) && !isSignedByOldVersion(name, signature, secret))
    return undefined
  const hex = name.toString('hex', 0, ID_BYTES)
  const userId = [8, 12, 16, 20, 32].map((end, n, ends) => hex.slice(ends[n - 1] ?? 0, end)).join('-')
  return { userId, version: name.readUInt32BE(ID_BYTES) }
}

/**
 * Versions before December 2026 signed with SECRET itself. Keep this function until December 2027. Removing it
 * invalidates the calendar URLs that those versions created.
 */
function isSignedByOldVersion(name: Buffer, signature: Buffer, secret: string): boolean {
  return splitSecrets(secret).some((key) =>
    isSameSecret(createHmac('sha256', key).update('calendar feed\n').update(name).digest(), signature),
  )
}
