import type { Transaction } from '~/database/connect'
import { networkOf } from '~/platform/http/client-address'
import type { IdentityContext } from '../context'
import type { Sms } from '../sms/sms'
import { nonceJob, phoneCodeJob } from './jobs'
import { redeemCode } from '../tokens/redeem-token'
import { limitMail, limitText } from '../limits/send-limits'

type Reached = { by: 'mail' | 'text'; to: string } | 'no texts' | undefined

/** Where their digits go: by mail, or by message for who has only a number, as long as this house sends any. */
export async function findNonceEnd(
  { db, sms }: Pick<IdentityContext, 'db'> & { sms: Pick<Sms, 'isOn'> },
  { userId }: { userId: string },
): Promise<Reached> {
  const account = await findReach(db, userId)
  if (account?.email != null) return { by: 'mail', to: account.email }
  if (account?.phone == null) return undefined
  return sms.isOn ? { by: 'text', to: account.phone } : 'no texts'
}

/**
 * Six digits to where this person is reached, so that whoever sits at their browser can show that they are the one. Where nothing
 * reaches them nothing is sent. @throws TOO_MANY_REQUESTS
 */
export async function sendNonce(
  context: Pick<IdentityContext, 'config' | 'db' | 'jobs' | 'limits' | 'ip' | 'now'> & {
    sms: Pick<Sms, 'isOn'>
  },
  { userId }: { userId: string },
): Promise<'mail' | 'text' | 'no texts' | undefined> {
  const { db, jobs } = context
  const end = await findNonceEnd(context, { userId })
  if (typeof end !== 'object') return end
  const { by, to } = end
  if (by === 'mail') {
    await limitMail(context, 'reauthenticate', to)
    await jobs.enqueue(db, nonceJob, { userId })
    return by
  }
  await limitText(context, to)
  await jobs.enqueue(db, phoneCodeJob, {
    phone: to,
    purpose: 'reauthenticate',
    channel: 'sms',
    userId,
    askedFrom: networkOf(context.ip),
  })
  return by
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
  const purposes = ['reauthenticate'] as const
  return (await redeemCode(trx, { secret, code, sentTo, userId, purposes, now: now() })) !== undefined
}

function findReach(db: Pick<Transaction, 'selectFrom'>, userId: string) {
  return db.selectFrom('accounts').select(['email', 'phone']).where('id', '=', userId).executeTakeFirst()
}
