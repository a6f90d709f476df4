import { isSigned, sign } from '~/platform/secrets/derived-key'

const LABEL = 'b2b refresh token v1'

/** A session and the counter of its refresh token. */
export interface RefreshToken {
  sessionId: string
  counter: number
}

/**
 * Returns '<session id, base64url>.<counter>.<signature>'. The token is not stored: the session's row has the counter.
 */
export function sealRefreshToken({ sessionId, counter }: RefreshToken, secret: string): string {
  const body = `${Buffer.from(sessionId.replaceAll('-', ''), 'hex').toString('base64url')}.${counter}`
  return `${body}.${sign(body, secret, LABEL).toString('base64url')}`
}

/** Returns undefined for anything that sealRefreshToken did not create with this or the previous secret. */
export function findRefreshToken(token: string, secret: string): RefreshToken | undefined {
  const [, id = '', counter = '', signature = ''] = /^([\w-]{22})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? []
  if (!isSigned(`${id}.${counter}`, signature, secret, LABEL)) return undefined
  const hex = Buffer.from(id, 'base64url').toString('hex')
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sessionId, counter: Number(counter) }
}
