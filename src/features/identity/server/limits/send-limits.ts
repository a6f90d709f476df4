import { callingCode } from '~/lib/phone'
import { mailboxOf } from '~/platform/limits/mailbox'
import { isTooMany } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { isStranger } from './guess-limits'

type Context = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now'>
/** A day, where the operator has not said how many. */
const MOST_TEXTS = 5000

type MailKind = 'verify' | 'sign_in' | 'recover' | 'email_change' | 'reauthenticate' | 'invite' | 'way_in'

/**
 * Before a mail that anybody may ask for: one a minute and five an hour of a kind to an address, whether somebody has an
 * account there or not. What strangers ask for is counted apart from what comes from where the owner was before: using it up, also
 * with what sends nothing, keeps nobody from their own mail at home.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitMail(context: Context, kind: MailKind, to: string): Promise<void> {
  await context.limits.consume('mail_ip', context.ip, { points: 60, seconds: 3600 })
  await limitMailTo(context, kind, to, await isStranger(context, { email: to }))
}

/** Of programs of the house, which mail many from one network. @throws TOO_MANY_REQUESTS */
export async function limitMailTo(
  { limits }: Pick<Context, 'limits'>,
  kind: MailKind,
  to: string,
  isByStranger = true,
): Promise<void> {
  const key = isByStranger ? to : knownKey(to)
  await limits.consume(`mail_${kind}_minute_to`, key, { points: 1, seconds: 60 })
  await limits.consume(`mail_${kind}_to`, key, { points: 5, seconds: 3600 })
  await limits.consume('mail_day_to', mailboxOf(key), { points: 30, seconds: 86_400 })
}

/**
 * The same of what else one request sends, in the same minute; false where the hour or the day has no more. At home is who is so at this
 * address, wherever they are with the one that they named. Without `ip` it is not known who asked.
 */
export async function mayMailAlso(
  { db, limits, ip, now }: Pick<Context, 'db' | 'limits' | 'now'> & { ip: string | undefined },
  kind: MailKind,
  to: string,
): Promise<boolean> {
  const isAtHome = ip !== undefined && !(await isStranger({ db, ip, now }, { email: to }))
  const key = isAtHome ? knownKey(to) : to
  try {
    await limits.consume(`mail_${kind}_to`, key, { points: 5, seconds: 3600 })
    await limits.consume('mail_day_to', mailboxOf(key), { points: 30, seconds: 86_400 })
    return true
  } catch (error) {
    if (isTooMany(error)) return false
    throw error
  }
}

/** What is counted of an address or number apart: what its owner asks for from where they were before. */
export function knownKey(to: string): string {
  return `${to} known`
}

/**
 * The same for text messages, which cost money: the house has an end to what it pays in a day, of which strangers never get all, a
 * country half, and a network a tenth and fifty at most. So the last quarter is for those who ask from where they were before. A number that is
 * somebody's second factor is counted by itself: otherwise anybody could keep the factor from being shown.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitText(
  context: Context & Pick<IdentityContext, 'config'>,
  to: string,
  { factorOf }: { factorOf?: string | undefined } = {},
): Promise<void> {
  const { limits, ip, config } = context
  const shares = sharesOf(houseTexts(config))
  await limits.consume('text_ip', ip, { points: 20, seconds: 3600 })
  await limits.consume('text_day_ip', ip, { points: shares.network, seconds: 86_400 })
  const isOwn = factorOf === undefined && !(await isStranger(context, { phone: to }))
  const key = factorOf === undefined ? (isOwn ? knownKey(to) : to) : `${to} ${factorOf}`
  await limits.consume('text_minute_to', key, { points: 1, seconds: 60 })
  await limits.consume('text_to', key, { points: 5, seconds: 3600 })
  await limits.consume('text_day_to', key, { points: 15, seconds: 86_400 })
  if (factorOf === undefined && !isOwn) {
    await limits.consume('text_day_country', callingCode(to), { points: shares.country, seconds: 86_400 })
    await limits.consume('text_day_strangers', 'all', { points: shares.strangers, seconds: 86_400 })
  }
  // Strangers who use up the one leave the other.
  const whose = factorOf === undefined ? 'all' : 'factors'
  await limits.consume('text_day_house', whose, { points: shares.house, seconds: 86_400 })
}

/** How many messages the house pays for in a day. */
export function houseTexts({ auth }: Pick<IdentityContext['config'], 'auth'>): number {
  return auth.sms?.perDay ?? MOST_TEXTS
}

/** How many of a day's messages each may have sent. */
export function sharesOf(perDay: number) {
  const part = (share: number) => Math.max(1, Math.floor(perDay * share))
  return {
    house: perDay,
    strangers: part(3 / 4),
    country: part(1 / 2),
    // A small house's tenth would be too little for two people behind one router.
    network: Math.min(50, Math.max(part(1 / 10), Math.min(5, part(1 / 4)))),
  }
}

/** After an account is gone: the counters that are kept under its address, besides the mails of a day. */
export const MAIL_LIMITS_TO = (
  ['verify', 'sign_in', 'recover', 'email_change', 'reauthenticate', 'invite', 'way_in'] as const
).flatMap((kind) => [`mail_${kind}_minute_to`, `mail_${kind}_to`])
