import { recordAudit } from '~/database/audit'
import { deleteAccount, type Organized } from '~/features/account/server/public'
import { pluralize } from '~/lib/pluralize'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
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
/** The message names the first few events. */
interface Organizes {
  sentence: string
  data: { count: number; events: Organized[] }
}

/**
 * AD-08: permanently deletes an account. Refused for admins, whose role must be removed first, and for the caller’s own
 * account, which has its own flow. If two admins delete the same account, the second gets NOT_FOUND.
 */
export async function removeUser(
  context: RemoveContext,
  { id, password }: { id: string; password: string },
): Promise<'done' | 'not_found' | 'oneself' | 'is_admin' | 'wrong' | 'missing' | 'busy' | Organizes> {
  if (id === signedIn(context).id) return 'oneself'
  const result = await confirmIdentity(context, password)
  if (result !== 'confirmed') return result
  const outcome = await deleteAccount(context, id, {
    begin: async (trx) => void (await lockAdmins(trx, context)),
    record: (trx, { role }) =>
      recordAudit(trx, {
        actorId: signedIn(context).id,
        action: 'users.remove',
        subject: { type: 'person', id },
        details: { role },
        requestId: context.requestId,
      }),
  })
  if (typeof outcome === 'object') return describeOrganized(outcome.organizes)
  if (outcome !== 'done') return outcome
  await publishAccountChange(context, id, { hasLostAccess: true })
  return 'done'
}

const NAMED = 3

function describeOrganized(events: Organized[]): Organizes {
  const named = events.slice(0, NAMED).map(({ title }) => title)
  const rest = events.length - named.length
  const list = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return {
    sentence: `This user organizes ${pluralize(events.length, 'upcoming event')}: ${list}. Cancel or hand over those events first.`,
    data: { count: events.length, events },
  }
}
