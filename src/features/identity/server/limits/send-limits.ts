import { mailboxOf } from '~/lib/email'
import { callingCode } from '~/lib/phone'
import type { AuthFile } from '~/platform/config/auth-file'
import { isTooMany } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { isStranger } from './guess-limits'

type Context = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now'> & Limited
type Limited = Pick<IdentityContext, 'limits'> & { config: Pick<IdentityContext['config'], 'auth'> }
/** A day, unless AUTH_FILE says how many. */
const MOST_TEXTS = 5000

type EmailKind = 'verify' | 'sign_in' | 'recover' | 'email_change' | 'reauthenticate' | 'invite' | 'way_in'

/**
 * Call before an email that anyone may request: one a minute and five an hour of a kind to an address, with or without an account.
 * Requests of strangers are counted apart from those of the owner, so that strangers cannot keep the owner from their email.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitEmails(context: Context, kind: EmailKind, to: string): Promise<void> {
  await context.limits.consume('email_ip', context.ip, { points: 60, seconds: 3600 })
  const isByStranger = await isStranger(context, { email: to })
  await limitEmailsTo(context, kind, to, isByStranger)
  await limitAllEmails(context, isByStranger)
}

/** The ceiling over all networks and addresses. @throws TOO_MANY_REQUESTS */
export async function limitAllEmails({ limits, config }: Limited, isByStranger = true): Promise<void> {
  const limit = { points: config.auth.emailsPerHour, seconds: 3600 }
  await limits.consume('email_hour_all', isByStranger ? 'strangers' : 'owners', limit)
}

/**
 * The ceiling of sign-ups over all networks. An invitation code is scarce by itself, so these sign-ups are not counted.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitSignUps({ limits, config }: Limited): Promise<void> {
  await limits.consume('sign_up_hour_all', 'all', { points: config.auth.signUpsPerHour, seconds: 3600 })
}

/** For programs of the operator, which email many addresses from one network. @throws TOO_MANY_REQUESTS */
export async function limitEmailsTo(
  { limits }: Pick<Context, 'limits'>,
  kind: EmailKind,
  to: string,
  isByStranger = true,
): Promise<void> {
  const key = isByStranger ? to : knownKey(to)
  await limits.consume(`email_${kind}_minute_to`, key, { points: 1, seconds: 60 })
  await limits.consume(`email_${kind}_to`, key, { points: 5, seconds: 3600 })
  await limits.consume('email_day_to', mailboxOf(key), { points: 30, seconds: 86_400 })
}

/**
 * The same for a second email of one request; false when the hour or the day has none left. The owner of this address is known by
 * this address, not by the one that the request named. Without `ip` the request counts as a stranger's.
 */
export async function maySendAnotherEmail(
  { db, limits, ip, now, config }: Omit<Context, 'ip'> & { ip: string | undefined },
  kind: EmailKind,
  to: string,
): Promise<boolean> {
  const isAtHome = ip !== undefined && !(await isStranger({ db, ip, now }, { email: to }))
  const key = isAtHome ? knownKey(to) : to
  try {
    await limits.consume(`email_${kind}_to`, key, { points: 5, seconds: 3600 })
    await limits.consume('email_day_to', mailboxOf(key), { points: 30, seconds: 86_400 })
    await limitAllEmails({ limits, config }, !isAtHome)
    return true
  } catch (error) {
    if (isTooMany(error)) return false
    throw error
  }
}

/** The key of requests by the owner of an address or number, from a network where they were before. */
export function knownKey(to: string): string {
  return `${to} known`
}

/**
 * Like `limitEmails`, for text messages, which cost money. Of the site's daily budget, strangers get three quarters, one country half, and one
 * network a tenth (at most 50). The last quarter is reserved for owners on known networks. Texts for a factor have their own counters:
 * otherwise anyone could lock its owner out.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitText(
  context: Context & Pick<IdentityContext, 'config'>,
  to: string,
  { factorOf }: { factorOf?: string | undefined } = {},
): Promise<void> {
  const { limits, ip, config } = context
  const shares = sharesOf(siteTextsPerDay(config))
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
  // Strangers can use up the one and not the other.
  const whose = factorOf === undefined ? 'all' : 'factors'
  await limits.consume('text_day_site', whose, { points: shares.site, seconds: 86_400 })
}

/** How many messages the site pays for in a day. */
export function siteTextsPerDay({ auth }: Pick<IdentityContext['config'], 'auth'>): number {
  return auth.sms?.perDay ?? MOST_TEXTS
}

/** Shares of a day's messages. */
export function sharesOf(perDay: number) {
  const part = (share: number) => Math.max(1, Math.floor(perDay * share))
  return {
    site: perDay,
    strangers: part(3 / 4),
    country: part(1 / 2),
    // A tenth of a small number would be too little for two people behind one router.
    network: Math.min(50, Math.max(part(1 / 10), Math.min(5, part(1 / 4)))),
  }
}

/** The limits that AUTH_FILE sets, by the names under which they are counted. */
export function networkPoints({ networkLimits: set }: AuthFile): Record<string, number> {
  const points = {
    sign_up_ip: set.signUpsPerHour,
    email_ip: set.emailsPerHour,
    text_ip: set.textsPerHour,
    sign_in_ip: set.passwordsPer15Minutes,
    verify_ip: set.codesPer10Minutes,
    refresh_ip: set.refreshesPer5Minutes,
    provider_ip: set.providerCallsPer10Minutes,
  }
  return Object.fromEntries(
    Object.entries(points).flatMap(([name, count]) => (count === undefined ? [] : [[name, count]])),
  )
}

/** Counters under the address of an account that are reset when it is deleted. The emails of a day are not among them. */
export const EMAIL_LIMITS_TO = (
  ['verify', 'sign_in', 'recover', 'email_change', 'reauthenticate', 'invite', 'way_in'] as const
).flatMap((kind) => [`email_${kind}_minute_to`, `email_${kind}_to`])
