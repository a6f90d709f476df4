import type { IdentityContext } from '../context'

type Context = Pick<IdentityContext, 'limits' | 'ip'>
/** A day, where the operator has not said how many. */
const MOST_TEXTS = 5000

type MailKind = 'verify' | 'sign_in' | 'recover' | 'email_change' | 'reauthenticate' | 'invite'

/**
 * Before a mail that anybody may ask for: one a minute and five an hour of a kind to an address, whether somebody has an
 * account there or not. Whoever uses up somebody else's only fills their mailbox with links that work.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitMail(context: Context, kind: MailKind, to: string): Promise<void> {
  await context.limits.consume('mail_ip', context.ip, { points: 60, seconds: 3600 })
  await limitMailTo(context, kind, to)
}

/** Of programs of the house, which mail many from one network. @throws TOO_MANY_REQUESTS */
export async function limitMailTo(
  { limits }: Pick<Context, 'limits'>,
  kind: MailKind,
  to: string,
): Promise<void> {
  await limits.consume(`mail_${kind}_minute_to`, to, { points: 1, seconds: 60 })
  await limits.consume(`mail_${kind}_to`, to, { points: 5, seconds: 3600 })
  await limits.consume('mail_day_to', to, { points: 30, seconds: 86_400 })
}

/**
 * The same for text messages, which cost money: a network has its own share of a day, and the house has an end to what it pays.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitText(
  { limits, ip, config }: Context & Pick<IdentityContext, 'config'>,
  to: string,
): Promise<void> {
  await limits.consume('text_ip', ip, { points: 20, seconds: 3600 })
  await limits.consume('text_day_ip', ip, { points: 50, seconds: 86_400 })
  await limits.consume('text_minute_to', to, { points: 1, seconds: 60 })
  await limits.consume('text_to', to, { points: 5, seconds: 3600 })
  await limits.consume('text_day_to', to, { points: 15, seconds: 86_400 })
  const perDay = config.auth.sms?.perDay ?? MOST_TEXTS
  await limits.consume('text_day_house', 'all', { points: perDay, seconds: 86_400 })
}

/** After an account is gone: the counters that are kept under its address. */
export const MAIL_LIMITS_TO = [
  'mail_day_to',
  ...(['verify', 'sign_in', 'recover', 'email_change', 'reauthenticate', 'invite'] as const).flatMap(
    (kind) => [`mail_${kind}_minute_to`, `mail_${kind}_to`],
  ),
]
