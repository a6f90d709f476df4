import type { Transaction } from '~/database/connect'
import { TRUST_DAYS } from '../../rules/factor'
import { hashToken, generateToken } from '../tokens/random-token'
import { getCookieName, readCookie, setCookie } from './cookies'
import type { AmrMethod, Assurance } from './sessions'

const COOKIE = 'b2b_trust'
/** How many tokens one browser’s cookie can hold: people who share the browser have one each. */
const MAX_TOKENS = 4
const TRUST_SECONDS = TRUST_DAYS * 24 * 60 * 60

type Handle = Pick<Transaction, 'insertInto' | 'deleteFrom'>

function readTrustTokens(headers: Headers): string[] {
  // Reads the cookie under either name. That is safe: a planted token works only for the account that it belongs to.
  const header = headers.get('cookie')
  const value = readCookie(header, getCookieName(COOKIE, true)) || readCookie(header, COOKIE)
  return value.split('.').filter((token) => /^[\w-]{43}$/.test(token))
}

/** Trusts this browser: it skips the person's second factor for thirty days. Returns the value of its cookie. */
export async function trustBrowser(
  trx: Handle,
  { userId, headers, now }: { userId: string; headers: Headers; now: Date },
): Promise<string> {
  const token = generateToken()
  const known = readTrustTokens(headers)
  // An earlier token of this person in this browser is replaced.
  const replaced = await trx
    .deleteFrom('trusted_browsers')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', [token, ...known].map(hashToken))
    .returning('token_hash')
    .execute()
  await trx
    .insertInto('trusted_browsers')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + TRUST_SECONDS * 1000),
    })
    .execute()
  const others = known.filter(
    (other) => !replaced.some(({ token_hash }) => token_hash.equals(hashToken(other))),
  )
  return [token, ...others].slice(0, MAX_TOKENS).join('.')
}

export function formatTrustCookie(value: string, isSecure: boolean): string {
  return setCookie(COOKIE, value, { seconds: TRUST_SECONDS, isSecure })
}

export async function isBrowserTrusted(
  trx: Pick<Transaction, 'selectFrom'>,
  { userId, headers, now }: { userId: string; headers: Headers; now: Date },
): Promise<boolean> {
  const tokens = readTrustTokens(headers)
  if (tokens.length === 0) return false
  const found = await trx
    .selectFrom('trusted_browsers')
    .select('token_hash')
    .where('token_hash', 'in', tokens.slice(0, MAX_TOKENS).map(hashToken))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Returns the assurance that a trusted browser adds to a new session. Only for our own pages: the auth service ignores
 * cookies.
 */
export async function getTrustedAssurance(
  trx: Pick<Transaction, 'selectFrom'>,
  browser: { userId: string; headers: Headers; now: Date },
): Promise<{ methods: readonly AmrMethod[]; assurance: Assurance }> {
  return (await isBrowserTrusted(trx, browser))
    ? { methods: ['trusted_browser'], assurance: 'aal2' }
    : { methods: [], assurance: 'aal1' }
}

/** Stops trusting every browser of the account. Returns how many were trusted. */
export async function forgetBrowsers(
  db: Pick<Transaction, 'deleteFrom'>,
  userId: string,
  now: Date,
): Promise<number> {
  const removed = await db
    .deleteFrom('trusted_browsers')
    .where('user_id', '=', userId)
    .returning('expires_at')
    .execute()
  return removed.filter((browser) => browser.expires_at > now).length
}
