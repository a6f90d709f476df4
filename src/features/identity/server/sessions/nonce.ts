import type { Transaction } from '~/database/connect'
import { toIpv6Network } from '~/platform/http/client-address'
import type { IdentityContext } from '../context'
import type { Sms } from '../email-and-sms/sms'
import { nonceJob, phoneCodeJob } from '../email-and-sms/jobs'
import { redeemCode } from '../tokens/redeem-token'
import { limitEmails, limitTextMessages } from '../limits/send-limits'
import { consumeBudget } from '../limits/action-limits'

type Reached = { by: 'email' | 'text'; to: string } | 'no texts' | undefined

/**
 * Returns where the code is sent: to the email, or to the phone of an account without an email, if this site sends text
 * messages.
 */
export async function findNonceDestination(
  { db, sms }: Pick<IdentityContext, 'db'> & { sms: Pick<Sms, 'isOn'> },
  { userId }: { userId: string },
): Promise<Reached> {
  const account = await findContacts(db, userId)
  if (account?.email != null) return { by: 'email', to: account.email }
  if (account?.phone == null) return undefined
  return sms.isOn ? { by: 'text', to: account.phone } : 'no texts'
}

/**
 * Sends a six-digit code to the person's email or phone, to check that the owner uses the signed-in browser. Sends
 * nothing to an account with neither.
 * @throws TOO_MANY_REQUESTS
 */
export async function sendNonce(
  context: Pick<IdentityContext, 'config' | 'db' | 'jobs' | 'limits' | 'ip' | 'now'> & {
    sms: Pick<Sms, 'isOn'>
  },
  { userId }: { userId: string },
): Promise<'email' | 'text' | 'no texts' | undefined> {
  const { db, jobs } = context
  const destination = await findNonceDestination(context, { userId })
  if (typeof destination !== 'object') return destination
  const { by, to } = destination
  if (by === 'email') {
    await limitEmails(context, 'reauthenticate', to)
    await jobs.enqueue(db, nonceJob, { userId })
    return by
  }
  await limitTextMessages(context, to)
  await jobs.enqueue(db, phoneCodeJob, {
    phone: to,
    purpose: 'reauthenticate',
    channel: 'sms',
    userId,
    requestedFrom: toIpv6Network(context.ip),
  })
  return by
}

/**
 * Redeems the six-digit code that `sendNonce` sent to this person; false when it is wrong. Each code allows five
 * attempts, and the number of codes per hour is limited.
 * @throws TOO_MANY_REQUESTS
 */
export async function redeemNonce(
  { db, limits, secret, now }: Pick<IdentityContext, 'db' | 'limits' | 'secret' | 'now'>,
  { userId, nonce }: { userId: string; nonce: string },
): Promise<boolean> {
  await consumeBudget(limits, 'nonce_account', userId)
  // The transaction commits even if the code is wrong, so that the attempt counts.
  return db.transaction().execute(async (trx) => {
    const account = await findContacts(trx, userId)
    const sentTo = account?.email ?? account?.phone
    if (sentTo == null) return false
    const code = nonce.replaceAll(/\s/g, '')
    const purposes = ['reauthenticate'] as const
    return (await redeemCode(trx, { secret, code, sentTo, userId, purposes, now: now() })) !== undefined
  })
}

function findContacts(db: Pick<Transaction, 'selectFrom'>, userId: string) {
  return db.selectFrom('accounts').select(['email', 'phone']).where('id', '=', userId).executeTakeFirst()
}
