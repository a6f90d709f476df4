import { getEmailLimitKey } from '~/lib/email'
import { getCallingCode } from '~/lib/phone'
import type { AuthFile } from '~/platform/config/auth-file'
import { isTooManyRequests, type Limits } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { isFromUnknownNetwork, recordCodeRequest } from './guess-limits'
import { consumeBudget } from './action-limits'

type Context = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now'> & Limited
type Limited = Pick<IdentityContext, 'limits'> & { config: Pick<IdentityContext['config'], 'auth'> }
/** The text messages that the whole site may send per day, unless AUTH_FILE sets another limit. */
const MAX_TEXTS = 5000

const HOURLY = { points: 5, seconds: 3600 }
const DAILY = { points: 30, seconds: 86_400 }
// Emails per hour that are reserved for the verified owner of an address, for each kind of email. Even if strangers
// use it up, the owner is not locked out: each of these emails has a link that works for the owner.
const RESERVE = { points: 3, seconds: 3600 }
const RESERVE_FROM_ONE_NETWORK = { points: 2, seconds: 86_400 }

type EmailKind =
  | 'verify'
  | 'sign_in'
  | 'recover'
  | 'email_change'
  | 'reauthenticate'
  | 'invite'
  | 'account_change'

/**
 * Limits an email that anyone may request, with or without an account: one a minute and five an hour for each kind of
 * email and recipient. Requests from the owner's known networks have a separate counter, so that strangers cannot
 * stop the owner's email.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitEmails(context: Context, kind: EmailKind, to: string): Promise<void> {
  await consumeBudget(context.limits, 'email_ip', context.ip)
  const isUnknownOrigin = await isFromUnknownNetwork(context, { email: to })
  await limitEmailsTo(context, kind, to, isUnknownOrigin)
  await limitAllEmails(context, isUnknownOrigin)
}

/**
 * Like `limitEmails`, for emails with a sign-in link. When strangers have used up the limits of a recipient, a
 * reserve remains for the verified owner, who may be on a new network. With `onlyVerified`, the email comes from the
 * reserve: its job must check that the recipient is verified, because the response must not reveal that.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitSignInEmails(
  context: Context,
  kind: 'sign_in' | 'recover',
  to: string,
): Promise<{ onlyVerified: boolean }> {
  const { limits, ip } = context
  await consumeBudget(limits, 'email_ip', ip)
  const isUnknownOrigin = await isFromUnknownNetwork(context, { email: to })
  const onlyVerified = isUnknownOrigin && (await isEmailLimitReached(context, kind, to))
  if (onlyVerified)
    await consumeAll(limits, [
      createMinuteCounter(kind, to),
      ['email_reserve_from', `${kind} ${to} ${ip}`, RESERVE_FROM_ONE_NETWORK],
      ['email_reserve_to', `${kind} ${to}`, RESERVE],
    ])
  else await limitEmailsTo(context, kind, to, isUnknownOrigin)
  await limitAllEmails(context, isUnknownOrigin)
  await recordCodeRequest(context, to)
  return { onlyVerified }
}

/** Returns whether strangers have used up the hourly or daily emails to this recipient. */
async function isEmailLimitReached(
  { limits }: Pick<Context, 'limits'>,
  kind: EmailKind,
  to: string,
): Promise<boolean> {
  try {
    for (const counter of createLongCounters(kind, to)) await limits.check(...counter)
    return false
  } catch (error) {
    if (isTooManyRequests(error)) return true
    throw error
  }
}

type Counter = Parameters<Limits['consume']>

const createMinuteCounter = (kind: EmailKind, key: string): Counter => [
  `email_${kind}_minute_to`,
  key,
  { points: 1, seconds: 60 },
]
const createLongCounters = (kind: EmailKind, key: string): Counter[] => [
  [`email_${kind}_to`, key, HOURLY],
  ['email_day_to', getEmailLimitKey(key), DAILY],
]

/**
 * Consumes from all counters, or from none if one is used up: a refused request must not prolong the wait of others.
 */
async function consumeAll(limits: Limits, counters: readonly Counter[]): Promise<void> {
  for (const counter of counters) await limits.check(...counter)
  for (const counter of counters) await limits.consume(...counter)
}

/**
 * Applies the hourly limit of all emails of the site. Requests from the owners' known networks have a limit of their
 * own.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitAllEmails({ limits, config }: Limited, isUnknownOrigin = true): Promise<void> {
  const limit = { points: config.auth.emailsPerHour, seconds: 3600 }
  await limits.consume('email_hour_all', isUnknownOrigin ? 'strangers' : 'owners', limit)
}

/**
 * Applies the hourly limit of all sign-ups of the site. Those with an invitation code are not counted, because codes
 * are scarce.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitSignUps({ limits, config }: Limited): Promise<void> {
  await limits.consume('sign_up_hour_all', 'all', { points: config.auth.signUpsPerHour, seconds: 3600 })
}

/**
 * Applies the limits of emails per recipient, but not per network: the operator's programs email many addresses from
 * one network.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitEmailsTo(
  { limits }: Pick<Context, 'limits'>,
  kind: EmailKind,
  to: string,
  isUnknownOrigin = true,
): Promise<void> {
  const key = isUnknownOrigin ? to : toKnownOriginKey(to)
  await consumeAll(limits, [createMinuteCounter(kind, key), ...createLongCounters(kind, key)])
}

/**
 * Counts one more email to this address; returns false if its hourly or daily limit is reached. Networks that the owner
 * has used before have a limit of their own. Without `ip`, the request counts as a stranger's.
 */
export async function tryConsumeEmail(
  { db, limits, ip, now, config }: Omit<Context, 'ip'> & { ip: string | undefined },
  kind: EmailKind,
  to: string,
): Promise<boolean> {
  const isAtHome = ip !== undefined && !(await isFromUnknownNetwork({ db, ip, now }, { email: to }))
  const key = isAtHome ? toKnownOriginKey(to) : to
  try {
    await consumeAll(limits, createLongCounters(kind, key))
    await limitAllEmails({ limits, config }, !isAtHome)
    return true
  } catch (error) {
    if (isTooManyRequests(error)) return false
    throw error
  }
}

/** Returns the limit key for requests by the owner of an email or phone from a known network. */
export function toKnownOriginKey(to: string): string {
  return `${to} known`
}

/**
 * Like `limitEmails`, for text messages, which cost money. Of the site's daily messages, strangers get three quarters,
 * one country half, and one network a tenth (at most 50). The last quarter is reserved for owners on known networks.
 * Messages for a factor have their own counters, so that strangers cannot lock its owner out.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitTextMessages(
  context: Context & Pick<IdentityContext, 'config'>,
  to: string,
  { factorOf }: { factorOf?: string | undefined } = {},
): Promise<void> {
  const { limits, ip, config } = context
  const shares = computeTextShares(getSiteTextsPerDay(config))
  await consumeBudget(limits, 'text_ip', ip)
  await limits.consume('text_day_ip', ip, { points: shares.network, seconds: 86_400 })
  const isOwn = factorOf === undefined && !(await isFromUnknownNetwork(context, { phone: to }))
  const key = factorOf === undefined ? (isOwn ? toKnownOriginKey(to) : to) : `${to} ${factorOf}`
  const ofStrangers: Counter[] = [
    ['text_day_country', getCallingCode(to), { points: shares.country, seconds: 86_400 }],
    ['text_day_unknown_networks', 'all', { points: shares.strangers, seconds: 86_400 }],
  ]
  await consumeAll(limits, [
    ['text_minute_to', key, { points: 1, seconds: 60 }],
    ['text_to', key, { points: 5, seconds: 3600 }],
    ['text_day_to', key, { points: 15, seconds: 86_400 }],
    ...(factorOf === undefined && !isOwn ? ofStrangers : []),
    // Codes and factors have separate budgets, because strangers can use up the one for codes.
    ['text_day_site', factorOf === undefined ? 'all' : 'factors', { points: shares.site, seconds: 86_400 }],
  ])
}

/** Returns how many text messages the site sends per day at most. */
export function getSiteTextsPerDay({ auth }: Pick<IdentityContext['config'], 'auth'>): number {
  return auth.sms?.perDay ?? MAX_TEXTS
}

/** Returns how many of the daily messages each group may use. */
export function computeTextShares(perDay: number) {
  const computeShare = (share: number) => Math.max(1, Math.floor(perDay * share))
  return {
    site: perDay,
    strangers: computeShare(3 / 4),
    country: computeShare(1 / 2),
    // A tenth of a small limit would be too little for two people behind one router.
    network: Math.min(50, Math.max(computeShare(1 / 10), Math.min(5, computeShare(1 / 4)))),
  }
}

/** Returns the limits that AUTH_FILE sets, by counter name. */
export function getNetworkLimits({ networkLimits: set }: AuthFile): Record<string, number> {
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

/**
 * Counters for an account's address that are reset when the account is deleted. The daily email counter is not among
 * them.
 */
export const EMAIL_LIMITS_TO = (
  ['verify', 'sign_in', 'recover', 'email_change', 'reauthenticate', 'invite', 'account_change'] as const
).flatMap((kind) => [`email_${kind}_minute_to`, `email_${kind}_to`])
