import { ORPCError } from '@orpc/client'
import { getEmailLimitKey } from '~/lib/email'
import { isTooManyRequests, type Limit, type Limits } from '~/platform/limits/limits'

/**
 * Kinds of emails, each with its own limit, so that one can't block the others. `offer` is a transfer
 * (`offer_to_account`: to the verified email of an account), `gift` are complimentary tickets. `own` are free tickets
 * that an account with an unverified email ordered for itself.
 */
export type MailboxUse = 'offer' | 'offer_to_account' | 'gift' | 'own'

const DAY = 86_400
const OF_ONE_SENDER = { points: 10, seconds: DAY }
const OF_ALL: Record<MailboxUse, Limit> = {
  offer: { points: 30, seconds: DAY },
  // Higher than `offer`, because an account holder would miss real transfers while the limit is used up.
  offer_to_account: { points: 100, seconds: DAY },
  gift: { points: 30, seconds: DAY },
  own: { points: 30, seconds: DAY },
}

interface Sent {
  from: string
  to: string
  use: MailboxUse
}

const getLimitKey = (to: string) => getEmailLimitKey(to.toLowerCase())

/**
 * Limits emails with a user's text to an address that anyone may enter: 10 a day from one account, and a limit over all
 * accounts, because one person can create many. Separate from the limits of the site's own emails, which must always
 * arrive.
 * @throws TOO_MANY_REQUESTS with a sentence for the sender
 */
export async function limitMailbox(limits: Pick<Limits, 'consume'>, sent: Sent): Promise<void> {
  await limitMailboxOfSender(limits, sent)
  await limitMailboxOfAll(limits, sent)
}

/**
 * Applies the limit of one account.
 * @throws TOO_MANY_REQUESTS with a sentence for the sender
 */
export async function limitMailboxOfSender(
  limits: Pick<Limits, 'consume'>,
  { from, to, use }: Sent,
): Promise<void> {
  await limits
    .consume(`mailbox_sender_${use}`, `${from} ${getLimitKey(to)}`, OF_ONE_SENDER)
    .catch(throwMailboxLimit)
}

/**
 * Applies the limit over all accounts.
 * @throws TOO_MANY_REQUESTS with a sentence for the sender
 */
export async function limitMailboxOfAll(
  limits: Pick<Limits, 'consume'>,
  { to, use }: Omit<Sent, 'from'>,
): Promise<void> {
  await limits.consume(`mailbox_all_${use}`, getLimitKey(to), OF_ALL[use]).catch(throwMailboxLimit)
}

/** Returns whether the limit over all accounts has room, without counting. */
export async function hasMailboxRoom(
  limits: Pick<Limits, 'check'>,
  { to, use }: Omit<Sent, 'from'>,
): Promise<boolean> {
  try {
    await limits.check(`mailbox_all_${use}`, getLimitKey(to), OF_ALL[use])
    return true
  } catch (error) {
    if (isTooManyRequests(error)) return false
    throw error
  }
}

function throwMailboxLimit(error: unknown): never {
  if (!isTooManyRequests(error)) throw error
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message:
      'This address has reached its limit of emails for today. Try again tomorrow, or use another address.',
    data: error.data,
  })
}
