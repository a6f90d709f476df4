import { ORPCError } from '@orpc/client'
import { isTooMany, type Limit, type Limits } from './limits'

/**
 * What somebody's words go to a mailbox for, each counted apart: using up one must not keep anybody from another. `offer`: a ticket that is passed
 * on; `gift`: one that an organizer gives; `own`: free ones of an account that only names its address.
 */
export type MailboxUse = 'offer' | 'offer_to_account' | 'gift' | 'own'

const DAY = 86_400
const OF_ONE_SENDER = { points: 10, seconds: DAY }
const OF_ALL: Record<MailboxUse, Limit> = {
  offer: { points: 30, seconds: DAY },
  // Whoever has an account misses what is not offered to them: more must come together to keep it away.
  offer_to_account: { points: 100, seconds: DAY },
  gift: { points: 30, seconds: DAY },
  own: { points: 30, seconds: DAY },
}

/** What stands behind a plus is a note to oneself: a thousand addresses may be one mailbox. */
export function mailboxOf(address: string): string {
  return address.replace(/\+[^@]*(?=@)/, '')
}

interface Sent {
  /** The account. */
  from: string
  to: string
  use: MailboxUse
}

const keyOf = (to: string) => mailboxOf(to.toLowerCase())

/**
 * Before a mail with a person's words in it to an address that anybody may type: ten a day from one account, and so many from all of them, of
 * which anybody opens more. Counted apart from what the house itself mails there, which nobody must be able to use up by this.
 * @throws TOO_MANY_REQUESTS, which says what to do
 */
export async function limitMailbox(limits: Pick<Limits, 'consume'>, sent: Sent): Promise<void> {
  await limitMailboxOfSender(limits, sent)
  await limitMailboxOfAll(limits, sent)
}

/** The first half: what one account sends there. @throws TOO_MANY_REQUESTS, which says what to do */
export async function limitMailboxOfSender(
  limits: Pick<Limits, 'consume'>,
  { from, to, use }: Sent,
): Promise<void> {
  await limits.consume(`mailbox_sender_${use}`, `${from} ${keyOf(to)}`, OF_ONE_SENDER).catch(explain)
}

/** The other half: what all of them send there. @throws TOO_MANY_REQUESTS, which says what to do */
export async function limitMailboxOfAll(
  limits: Pick<Limits, 'consume'>,
  { to, use }: Omit<Sent, 'from'>,
): Promise<void> {
  await limits.consume(`mailbox_all_${use}`, keyOf(to), OF_ALL[use]).catch(explain)
}

/** Whether the other half would pass; takes nothing. */
export async function hasRoom(
  limits: Pick<Limits, 'check'>,
  { to, use }: Omit<Sent, 'from'>,
): Promise<boolean> {
  try {
    await limits.check(`mailbox_all_${use}`, keyOf(to), OF_ALL[use])
    return true
  } catch (error) {
    if (isTooMany(error)) return false
    throw error
  }
}

function explain(error: unknown): never {
  if (!isTooMany(error)) throw error
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message:
      'This address has had as much mail as one may send it in a day. Go on tomorrow, or use another address.',
    data: error.data,
  })
}
