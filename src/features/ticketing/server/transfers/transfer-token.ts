import { createHash, createHmac } from 'node:crypto'

/**
 * What the link of a transfer carries. It is made from the row's id and the secret of this house, so that a mail can be sent a second time
 * and yet nothing but a hash is stored.
 */
export function writeTransferToken(transferId: string, secret: string): string {
  return createHmac('sha256', secret).update(`pass a ticket on\n${transferId}`).digest('base64url')
}

export function hashTransferToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
