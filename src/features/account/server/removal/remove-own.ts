import { recordAudit } from '~/database/audit'
import { holdAssured, refuseSession } from '~/features/identity/server/public'
import { pluralize } from '~/lib/pluralize'
import { SESSION_TOPIC } from '~/platform/live/live'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { deleteAccount } from '../delete-account'
import { removedJob } from './jobs'
import { type Credentials, confirmCaller } from './confirm-caller'

type Outcome =
  | 'done'
  | 'not_found'
  | 'wrong_password'
  | 'wrong_code'
  | 'busy'
  | 'last_admin'
  | { organizes: { count: number; sentence: string } }

/**
 * Deletes the caller's account for good (see `deleteAccount`), emails the former address, and ends all sessions and
 * streams. Throws if the session was ended meanwhile.
 */
export async function removeOwn(
  context: Pick<
    Context,
    | 'caller'
    | 'chat'
    | 'db'
    | 'ip'
    | 'jobs'
    | 'limits'
    | 'live'
    | 'now'
    | 'requestId'
    | 'requestHeaders'
    | 'secret'
  >,
  credentials: Credentials,
): Promise<Outcome> {
  const { id, sessionId } = signedIn(context)
  const confirmation = await confirmCaller(context, id, credentials)
  if (confirmation !== 'confirmed') return confirmation
  const deletion = await deleteAccount(context, id, {
    canBeAdmin: true,
    begin: () => Promise.resolve(),
    record: async (trx, { email, role }) => {
      // Checked under the lock, which may have waited: a thief's deletion must fail after a password change or a
      // sign-out everywhere.
      if ((await holdAssured(trx, { userId: id, sessionId }, context.now())) === undefined)
        throw refuseSession('ended')
      const subject = { type: 'person', id }
      await recordAudit(trx, {
        actorId: id,
        action: 'users.leave',
        subject,
        details: { role },
        requestId: context.requestId,
      })
      if (email !== null)
        await context.jobs.enqueue(trx, removedJob, { to: email, at: context.now().toISOString() })
    },
  })
  if (typeof deletion === 'object')
    return { organizes: describeBlockingEvents(deletion.organizes.map(({ title }) => title)) }
  if (deletion === 'is_admin') return 'last_admin'
  if (deletion !== 'done') return deletion
  context.live.publish([id], [SESSION_TOPIC])
  return 'done'
}

const NAMED = 3

function describeBlockingEvents(titles: string[]): { count: number; sentence: string } {
  const rest = titles.length - NAMED
  const list = [...titles.slice(0, NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  const events = pluralize(titles.length, 'upcoming event')
  return {
    count: titles.length,
    sentence: `You organize ${events}: ${list}. Cancel them or hand them over first.`,
  }
}
