import { recordAudit } from '~/database/audit'
import { deleteAccount, type Organized } from '~/features/account/server/public'
import { pluralize } from '~/lib/pluralize'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { lockAdmins, publishAccountChange } from './change-account'
import { confirmIdentity } from './confirm-identity'

type RemoveContext = Pick<
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
  | 'tallies'
>

/**
 * AD-08: permanently deletes an account. Admins are refused, because their role must be removed first. The caller’s own
 * account is refused, because its settings have a form for that. If two admins delete the same account, the second gets
 * NOT_FOUND.
 * @throws OWN_ACCOUNT, IS_ADMIN, ORGANIZES, NOT_FOUND, PASSWORD_MISSING, WRONG_PASSWORD, BUSY
 */
export async function removeUser(
  context: RemoveContext,
  { id, password }: { id: string; password: string },
): Promise<void> {
  if (id === requireCaller(context).id) throw refuse('OWN_ACCOUNT')
  await confirmIdentity(context, password)
  const outcome = await deleteAccount(context, id, {
    begin: async (trx) => void (await lockAdmins(trx, context)),
    record: (trx, { role }) =>
      recordAudit(trx, {
        actorId: requireCaller(context).id,
        action: 'users.remove',
        subject: { type: 'person', id },
        details: { role },
        requestId: context.requestId,
      }),
  })
  if (outcome === 'not_found') throw refuse('NOT_FOUND')
  if (outcome === 'is_admin') throw refuse('IS_ADMIN')
  if (outcome !== 'done') throw createOrganizesError(outcome.organizes)
  await publishAccountChange(context, id, { hasLostAccess: true })
}

const NAMED = 3

/** Creates the error for an organizer of open events. It names the first few events. */
function createOrganizesError(events: Organized[]): Error {
  const named = events.slice(0, NAMED).map(({ title }) => title)
  const rest = events.length - named.length
  const list = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return refuse('ORGANIZES', {
    message: `This user organizes ${pluralize(events.length, 'upcoming or unsettled event')}: ${list}. Cancel, hand over or settle those events first.`,
    data: { count: events.length, events },
  })
}
