import { createHash, createHmac } from 'node:crypto'
import { sign, signWithEach, splitSecrets } from '~/platform/secrets/derived-key'

const LABEL = 'b2b ticket transfer v1'

/** Returns the secret part of a transfer link. It is derived from the row's id, so that only a hash is stored. */
export function createTransferToken(transferId: string, secret: string): string {
  return sign(transferId, secret, LABEL).toString('base64url')
}

/**
 * Returns the token of a stored hash, so that an email can be sent again; undefined when neither the current nor the
 * previous secret created it.
 */
export function findTransferToken(transferId: string, hash: Buffer, secret: string): string | undefined {
  return [...signWithEach(transferId, secret, LABEL), ...signAsOldVersion(transferId, secret)]
    .map((signature) => signature.toString('base64url'))
    .find((token) => hashTransferToken(token).equals(hash))
}

export function hashTransferToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Versions before December 2026 signed with SECRET itself. Delete in January 2027, when no such email can be pending. */
function signAsOldVersion(transferId: string, secret: string): Buffer[] {
  return splitSecrets(secret).map((key) =>
    createHmac('sha256', key).update(`pass a ticket on\n${transferId}`).digest(),
  )
}
