import type { Transaction } from '~/database/connect'
import { networkOf } from '~/platform/http/client-address'
import { SESSION_TOPIC } from '~/platform/live/live'
import { checkGuess, countMiss } from '../limits/guess-limits'
import { confirmPhoneChange, phoneChangeOf } from '../codes/confirm-phone-change'
import { phoneCodeJob, type PhoneCode } from '../codes/jobs'
import { redeemCode } from '../tokens/redeem-token'
import { spendTokens } from '../tokens/spend-tokens'
import { limitText } from '../limits/send-limits'
import type { IdentityContext } from '../context'
import { holdAssured, type OwnSession } from '../factors/holder'
import { tellOfChange } from '../mail/tell-of-change'

type Channel = PhoneCode['channel']

/** The number waits for its code. 'same' when it is the account's already, and confirmed. */
export async function beginPhoneChange(
  trx: Transaction,
  { jobs, ip, now }: Pick<IdentityContext, 'jobs' | 'ip' | 'now'>,
  { userId, phone, channel }: { userId: string; phone: string; channel: Channel },
): Promise<'begun' | 'same'> {
  if (await isOwnPhone(trx, { userId, phone })) return 'same'
  await trx
    .updateTable('accounts')
    .set({ new_phone: phone, updated_at: now() })
    .where('id', '=', userId)
    .execute()
  const job: PhoneCode = { phone, purpose: 'phone_change', userId, channel, askedFrom: networkOf(ip) }
  await jobs.enqueue(trx, phoneCodeJob, job)
  return 'begun'
}

/** Whether it is their number already, and confirmed. */
export async function isOwnPhone(
  db: Pick<Transaction, 'selectFrom'>,
  { userId, phone }: { userId: string; phone: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', userId)
    .where('phone', '=', phone)
    .where('phone_verified_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** From our own pages. @throws TOO_MANY_REQUESTS */
export async function requestPhone(
  context: IdentityContext,
  { userId, sessionId, phone, channel }: OwnSession & { phone: string; channel: Channel },
): Promise<'begun' | 'same' | 'no texts' | 'ended'> {
  if (!context.sms.isOn) return 'no texts'
  // Whoever asks for what is so is told that, and has spent nothing.
  if (await isOwnPhone(context.db, { userId, phone })) return 'same'
  await limitText(context, phone)
  const outcome = await context.db.transaction().execute(async (trx) => {
    if ((await holdAssured(trx, { userId, sessionId }, context.now())) === undefined) return 'ended'
    return beginPhoneChange(trx, context, { userId, phone, channel })
  })
  if (outcome === 'begun') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}

/** The code that the number that waits was sent. @throws TOO_MANY_REQUESTS */
export async function confirmPhone(
  context: IdentityContext,
  { userId, sessionId, code }: OwnSession & { code: string },
): Promise<'changed' | 'wrong' | 'nothing' | 'taken' | 'ended'> {
  const { db, secret, live } = context
  const now = context.now()
  const account = await db
    .selectFrom('accounts')
    .select('new_phone')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account?.new_phone == null) return 'nothing'
  const { new_phone: phone } = account
  // From inside the account: no stranger's try.
  await checkGuess(context, { phone })
  let loser: string | undefined
  // Committed when it is wrong too: it costs a try.
  const outcome = await db.transaction().execute(async (trx) => {
    const purposes = ['phone_change'] as const
    const redeemed = await redeemCode(trx, { secret, code, sentTo: phone, userId, purposes, now })
    if (redeemed === undefined) return 'wrong'
    // Behind the lock that the code took: a session which ended meanwhile, or whose person was suspended, changes nothing.
    if ((await holdAssured(trx, { userId, sessionId }, now)) === undefined) return 'ended'
    const confirmed = await confirmPhoneChange(trx, redeemed, now)
    if (typeof confirmed === 'string') return confirmed === 'taken' ? 'taken' : 'wrong'
    await tellOfChange(trx, context, { userId, ...phoneChangeOf(confirmed) })
    loser = confirmed.loser
    return 'changed'
  })
  if (outcome === 'wrong') await countMiss(context, { phone })
  if (outcome === 'changed') live.publish([userId, ...(loser === undefined ? [] : [loser])], [SESSION_TOPIC])
  return outcome
}

/** The number that waits is given up, and its code opens nothing. */
export async function cancelPhone(
  context: IdentityContext,
  { userId, sessionId }: OwnSession,
): Promise<'cancelled' | 'ended'> {
  const now = context.now()
  const outcome = await context.db.transaction().execute(async (trx) => {
    if ((await holdAssured(trx, { userId, sessionId }, now)) === undefined) return 'ended'
    await trx
      .updateTable('accounts')
      .set({ new_phone: null, updated_at: now })
      .where('id', '=', userId)
      .where('new_phone', 'is not', null)
      .execute()
    await spendTokens(trx, { userId, purposes: ['phone_change'], now })
    return 'cancelled'
  })
  if (outcome === 'cancelled') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}

/** Whoever has no address is reached by their number alone, and keeps it. */
export async function removePhone(
  context: IdentityContext,
  { userId, sessionId }: OwnSession,
): Promise<'removed' | 'only' | 'ended'> {
  const now = context.now()
  const outcome = await context.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['email', 'phone', 'phone_verified_at'])
      .where('id', '=', userId)
      // The number goes, and is a key.
      .forUpdate()
      .executeTakeFirst()
    const held = await holdAssured(trx, { userId, sessionId }, now)
    if (account === undefined || held === undefined) return 'ended'
    if (account.phone === null) return 'removed'
    if (account.email === null) return 'only'
    await trx
      .updateTable('accounts')
      .set({ phone: null, phone_verified_at: null, updated_at: now })
      .where('id', '=', userId)
      .execute()
    await spendTokens(trx, { userId, purposes: ['phone_sign_in', 'verify_phone'], now })
    if (account.phone_verified_at !== null)
      await tellOfChange(trx, context, { userId, what: 'phone_removed', formerPhone: account.phone })
    return 'removed'
  })
  if (outcome === 'removed') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}
