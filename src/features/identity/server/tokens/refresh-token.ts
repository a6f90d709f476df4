import { createHmac } from 'node:crypto'
import { derivedKey } from '../secrets/derived-key'
import { isSameSecret } from '../secrets/is-same-secret'

function sign(body: string, secret: string): string {
  return createHmac('sha256', derivedKey(secret, 'b2b refresh token v1')).update(body).digest('base64url')
}

/** Which session, and which of its refresh tokens in a row. */
export interface RefreshToken {
  sessionId: string
  counter: number
}

/** '<session id, base64url>.<counter>.<signature>'. Nothing of it is stored: the session's row has the counter. */
export function sealRefreshToken({ sessionId, counter }: RefreshToken, secret: string): string {
  const body = `${Buffer.from(sessionId.replaceAll('-', ''), 'hex').toString('base64url')}.${counter}`
  return `${body}.${sign(body, secret)}`
}

/** Undefined for anything that sealRefreshToken did not make with the same secret. */
export function findRefreshToken(token: string, secret: string): RefreshToken | undefined {
  const [, id = '', counter = '', signature = ''] = /^([\w-]{22})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? []
  if (!isSameSecret(signature, sign(`${id}.${counter}`, secret))) return undefined
  const hex = Buffer.from(id, 'base64url').toString('hex')
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sessionId, counter: Number(counter) }
}
