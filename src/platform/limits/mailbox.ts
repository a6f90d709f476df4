import { ORPCError } from '@orpc/client'
import type { Limits } from './limits'

const OF_ONE_SENDER = { points: 10, seconds: 86_400 }
const OF_ALL = { points: 30, seconds: 86_400 }

/** What stands behind a plus is a note to oneself: a thousand addresses may be one mailbox. */
export function mailboxOf(address: string): string {
  return address.replace(/\+[^@]*(?=@)/, '')
}

/**
 * Before a mail with a person's words in it to an address that anybody may type: ten a day from one account, and thirty from all of them, of
 * which anybody opens more. Counted apart from what the house itself mails there, which nobody must be able to use up by this.
 * @throws TOO_MANY_REQUESTS, which says what to do
 */
export async function limitMailbox(
  limits: Pick<Limits, 'consume'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const mailbox = mailboxOf(to.toLowerCase())
  try {
    await limits.consume('mailbox_sender', `${from} ${mailbox}`, OF_ONE_SENDER)
    await limits.consume('mailbox_all', mailbox, OF_ALL)
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code !== 'TOO_MANY_REQUESTS') throw error
    throw new ORPCError('TOO_MANY_REQUESTS', {
      message:
        'This address has had as much mail as one may send it in a day. Go on tomorrow, or use another address.',
      data: error.data as object,
    })
  }
}
