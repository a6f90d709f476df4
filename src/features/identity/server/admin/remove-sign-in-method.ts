import { isId } from '~/lib/ids'
import { SESSION_TOPIC } from '~/platform/live/live'
import { deleteFactor } from '../factors/change-factor'
import { deletePasskey } from '../passkeys/own-passkeys'
import {
  lockAccountForService,
  recordServiceAudit,
  type AccountError,
  type Service,
  type ServiceContext,
} from './service'

type Outcome = 'removed' | 'no_method' | AccountError

/** Removes a factor that the person lost, and notifies them. */
export async function removeUserFactor(
  context: ServiceContext,
  service: Service,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<Outcome> {
  const outcome = await context.db.transaction().execute(async (trx) => {
    const account = await lockAccountForService(trx, userId)
    if (typeof account === 'string') return account
    if (!isId(factorId) || !(await deleteFactor(trx, context, { userId, factorId }))) return 'no_method'
    await recordServiceAudit(trx, context, service, { did: 'users.remove_factor', userId })
    return 'removed'
  })
  if (outcome === 'removed') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}

/** Removes a passkey that the person lost, and notifies them. Sessions that it started stay. */
export async function removeUserPasskey(
  context: ServiceContext,
  service: Service,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<Outcome> {
  return context.db.transaction().execute(async (trx) => {
    const account = await lockAccountForService(trx, userId)
    if (typeof account === 'string') return account
    if (!(await deletePasskey(trx, context, { userId, passkeyId }))) return 'no_method'
    await recordServiceAudit(trx, context, service, { did: 'users.remove_passkey', userId })
    return 'removed'
  })
}
