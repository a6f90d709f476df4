import { isId } from '~/lib/ids'
import { SESSION_TOPIC } from '~/platform/live/live'
import { dropFactor } from '../factors/change-factor'
import { tellOfChange } from '../mail/tell-of-change'
import { holdForService, recordService, type Refusal, type Service, type ServiceContext } from './service'

type Outcome = 'removed' | 'no_way_in' | Refusal

/** For whoever has lost the phone. The person is mailed. */
export async function removeFactorOf(
  context: ServiceContext,
  service: Service,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<Outcome> {
  const outcome = await context.db.transaction().execute(async (trx) => {
    const account = await holdForService(trx, userId)
    if (typeof account === 'string') return account
    if (!isId(factorId) || !(await dropFactor(trx, context, { userId, factorId }))) return 'no_way_in'
    await recordService(trx, context, service, { did: 'users.remove_factor', userId })
    return 'removed'
  })
  if (outcome === 'removed') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}

/** For whoever has lost the device. Sessions that it opened stay, unless they are ended as well. The person is mailed. */
export async function removePasskeyOf(
  context: ServiceContext,
  service: Service,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<Outcome> {
  return context.db.transaction().execute(async (trx) => {
    const account = await holdForService(trx, userId)
    if (typeof account === 'string') return account
    const gone = isId(passkeyId)
      ? await trx
          .deleteFrom('passkeys')
          .where('id', '=', passkeyId)
          .where('user_id', '=', userId)
          .returning('id')
          .executeTakeFirst()
      : undefined
    if (gone === undefined) return 'no_way_in'
    await tellOfChange(trx, context, { userId, what: 'passkey_removed' })
    await recordService(trx, context, service, { did: 'users.remove_passkey', userId })
    return 'removed'
  })
}
