import { recordAudit } from '~/database/audit'
import { lockAssuredAccount, createSessionError } from '~/features/identity/server/public'
import { pluralize } from '~/lib/pluralize'
import { SESSION_TOPIC } from '~/platform/live/live'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { deleteAccount } from '../delete-account'
import { ORGANIZES_NEXT } from '../../rules/messages'
import { refuse } from '../refused-error'
import { removedJob } from './jobs'
import { type Credentials, confirmCaller } from './confirm-caller'

/**
 * Deletes the caller's account for good (see `deleteAccount`), emails the former address, and ends all sessions and
 * streams.
 * @throws WRONG_PASSWORD, WRONG_CODE, BUSY, ORGANIZES, LAST_ADMIN, NOT_FOUND; UNAUTHORIZED when the session was ended
 * meanwhile
 */
export async function deleteOwnAccount(
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
): Promise<void> {
  const { id, sessionId } = requireCaller(context)
  await confirmCaller(context, id, credentials)
  const deletion = await deleteAccount(context, id, {
    canBeAdmin: true,
    begin: () => Promise.resolve(),
    record: async (trx, { email, role }) => {
      // Checks the session again under the account lock, so that a thief's deletion fails after the owner has changed
      // the password or signed out everywhere.
      if ((await lockAssuredAccount(trx, { userId: id, sessionId }, context.now())) === undefined)
        throw createSessionError('ended')
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
  if (deletion === 'not_found') throw refuse('NOT_FOUND')
  if (deletion === 'is_admin') throw refuse('LAST_ADMIN')
  if (deletion !== 'done') throw createOrganizesError(deletion.organizes.map(({ title }) => title))
  context.live.publish([id], [SESSION_TOPIC])
}

const NAMED = 3

/** Creates the error that names the first few events. */
function createOrganizesError(titles: string[]): Error {
  const rest = titles.length - NAMED
  const list = [...titles.slice(0, NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  const events = pluralize(titles.length, 'upcoming or unsettled event')
  return refuse('ORGANIZES', {
    message: `You organize ${events}: ${list}. ${ORGANIZES_NEXT}`,
    data: { count: titles.length },
  })
}
