import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

const keys = new Map<string, KeyObject>()

function keyFrom(secret: string): KeyObject {
  const key =
    keys.get(secret) ??
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'b2b refresh token v1', 32)))
  keys.set(secret, key)
  return key
}

function sign(body: string, secret: string): string {
  return createHmac('sha256', keyFrom(secret)).update(body).digest('base64url')
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
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(`${id}.${counter}`, secret))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const hex = Buffer.from(id, 'base64url').toString('hex')
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sessionId, counter: Number(counter) }
}
