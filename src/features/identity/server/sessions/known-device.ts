import type { Transaction } from '~/database/connect'
import { DEVICE_DAYS } from '../../rules/security-kinds'
import { hashToken, generateToken } from '../tokens/random-token'
import { getCookieName, readCookie, setCookie } from './cookies'

const COOKIE = 'b2b_device'
/** How many tokens one browser’s cookie can hold: people who share the browser have one each. */
const MAX_TOKENS = 4
const DEVICE_SECONDS = DEVICE_DAYS * 24 * 60 * 60

interface DeviceContext {
  userId: string
  headers: Headers
}

/** Reads the cookie under either name. That is safe: a token planted by a sibling domain belongs to another account. */
function readDeviceTokens(headers: Headers): string[] {
  const header = headers.get('cookie')
  const value = readCookie(header, getCookieName(COOKIE, true)) || readCookie(header, COOKIE)
  return value
    .split('.')
    .filter((token) => /^[\w-]{43}$/.test(token))
    .slice(0, MAX_TOKENS)
}

/** Returns the token hash of this browser, if this person has signed in here before. */
export async function findDevice(
  db: Pick<Transaction, 'selectFrom'>,
  { userId, headers }: DeviceContext,
): Promise<Buffer | undefined> {
  const tokens = readDeviceTokens(headers)
  if (tokens.length === 0) return undefined
  const found = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('token_hash', 'in', tokens.map(hashToken))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.token_hash
}

/** Stores the browser of a completed sign-in as a known device. Returns the Set-Cookie header. */
export async function rememberDevice(
  db: Pick<Transaction, 'insertInto'>,
  { userId, headers, isSecure }: DeviceContext & { isSecure: boolean },
  now: Date,
): Promise<string> {
  const token = generateToken()
  await db
    .insertInto('known_devices')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: now, last_used_at: now })
    .execute()
  const value = [token, ...readDeviceTokens(headers)].slice(0, MAX_TOKENS).join('.')
  return setCookie(COOKIE, value, { seconds: DEVICE_SECONDS, isSecure })
}

/** Makes every browser count as new again, because a stranger may have used one. */
export async function forgetDevices(trx: Pick<Transaction, 'deleteFrom'>, userId: string): Promise<void> {
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}
