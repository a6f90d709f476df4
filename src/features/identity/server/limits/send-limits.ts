import type { IdentityContext } from '../context'
import { isStranger } from './guess-limits'

type Context = Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now'>
/** A day, where the operator has not said how many. */
const MOST_TEXTS = 5000

type MailKind = 'verify' | 'sign_in' | 'recover' | 'email_change' | 'reauthenticate' | 'invite'

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

/** What is counted of an address or number apart: what its owner asks for from where they were before. */
export function knownKey(to: string): string {
  return `${to} known`
}

/** What stands behind a plus is a note to oneself: a thousand addresses may be one mailbox. */
function mailboxOf(address: string): string {
  return address.replace(/\+[^@]*(?=@)/, '')
}

/**
 * The same for text messages, which cost money: a network has its own share of a day, and the house has an end to what it pays.
 * A number that is somebody's second factor is counted by itself: otherwise anybody could keep the factor from being shown.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitText(
  context: Context & Pick<IdentityContext, 'config'>,
  to: string,
  { factorOf }: { factorOf?: string | undefined } = {},
): Promise<void> {
  const { limits, ip, config } = context
  await limits.consume('text_ip', ip, { points: 20, seconds: 3600 })
  await limits.consume('text_day_ip', ip, { points: 50, seconds: 86_400 })
  const isOwn = factorOf === undefined && !(await isStranger(context, { phone: to }))
  const key = factorOf === undefined ? (isOwn ? knownKey(to) : to) : `${to} ${factorOf}`
  await limits.consume('text_minute_to', key, { points: 1, seconds: 60 })
  await limits.consume('text_to', key, { points: 5, seconds: 3600 })
  await limits.consume('text_day_to', key, { points: 15, seconds: 86_400 })
  const perDay = config.auth.sms?.perDay ?? MOST_TEXTS
  // Strangers who use up the one leave the other.
  const whose = factorOf === undefined ? 'all' : 'factors'
  await limits.consume('text_day_house', whose, { points: perDay, seconds: 86_400 })
}

/** After an account is gone: the counters that are kept under its address. */
export const MAIL_LIMITS_TO = [
  'mail_day_to',
  ...(['verify', 'sign_in', 'recover', 'email_change', 'reauthenticate', 'invite'] as const).flatMap(
    (kind) => [`mail_${kind}_minute_to`, `mail_${kind}_to`],
  ),
]
