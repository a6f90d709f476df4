import type { Transaction } from '~/database/connect'
import { networkOf } from '~/platform/http/client-address'
import type { IdentityContext } from '../context'
import { nonceJob, phoneCodeJob } from './jobs'
import { redeemCode } from '../tokens/one-time-token'
import { limitMail, limitText } from '../limits/send-limits'

/**
 * Six digits to where this person is reached, so that whoever sits at their browser can show that they are the one. By mail, or
 * by message for who has only a number. @throws TOO_MANY_REQUESTS
 */
export async function sendNonce(
  context: Pick<IdentityContext, 'config' | 'db' | 'jobs' | 'limits' | 'ip' | 'now'>,
  { userId }: { userId: string },
): Promise<'mail' | 'text' | undefined> {
  const { db, jobs } = context
  const account = await findReach(db, userId)
  if (account?.email != null) {
    await limitMail(context, 'reauthenticate', account.email)
    await jobs.enqueue(db, nonceJob, { userId })
    return 'mail'
  }
  if (account?.phone == null) return undefined
  await limitText(context, account.phone)
  await jobs.enqueue(db, phoneCodeJob, {
    phone: account.phone,
    purpose: 'reauthenticate',
    channel: 'sms',
    userId,
    askedFrom: networkOf(context.ip),
  })
  return 'text'
}

/** Whether these digits are the ones, used up by that. The caller commits either way: a wrong one costs a try. */
export async function takeNonce(
  trx: Transaction,
  { secret, now }: Pick<IdentityContext, 'secret' | 'now'>,
  { userId, nonce }: { userId: string; nonce: string },
): Promise<boolean> {
  const account = await findReach(trx, userId)
  const sentTo = account?.email ?? account?.phone
  if (sentTo == null) return false
  const code = nonce.replaceAll(/\s/g, '')
  const redeemed = await redeemCode(trx, { secret, code, sentTo, purposes: ['reauthenticate'], now: now() })
  return redeemed?.userId === userId
}

function findReach(db: Pick<Transaction, 'selectFrom'>, userId: string) {
  return db.selectFrom('accounts').select(['email', 'phone']).where('id', '=', userId).executeTakeFirst()
}
