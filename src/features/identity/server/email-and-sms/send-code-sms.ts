import { sql } from 'kysely'
import type { IdentityServices } from '../context'
import { phoneCodeJob, type PhoneCode } from './jobs'
import { ignoreDeletedAccount } from '../tokens/deleted-account'
import { issueToken } from '../tokens/issue-token'

/**
 * Registers the jobs that text codes to phones. The messages contain no link, because they may be read on another
 * device and are billed by length.
 */
export function registerCodeSms(services: IdentityServices, now: () => Date): void {
  const { config, db, jobs, secret, sms, settings } = services

  jobs.work<PhoneCode>(
    phoneCodeJob,
    ignoreDeletedAccount(async (job) => {
      const { phone, purpose, channel, beginning, requestedFrom } = job
      const owner = await findOwner(services, job)
      if (owner === undefined && beginning === undefined) return
      const payload = beginning === undefined ? {} : { beginning }
      const { code } = await db.transaction().execute((trx) =>
        issueToken(trx, {
          secret,
          purpose,
          userId: owner ?? null,
          sentTo: phone,
          now: now(),
          requestedFrom,
          payload,
          code: config.auth.testOtps[phone],
        }),
      )
      const { name } = await settings.read()
      const text = `${code} is your code for ${name}. It works for 10 minutes. We never ask for it.`
      await sms.send({ to: phone, text, channel, code })
    }),
    // Retried only twice: later, the code has expired or the person has requested another one.
    { retries: 2 },
  )
}

/** Finds the account that the code is for, if it still has this phone. */
async function findOwner(services: IdentityServices, job: PhoneCode): Promise<string | undefined> {
  const { phone, purpose, userId } = job
  if (purpose === 'phone_change' && userId === undefined) return findPendingPhoneAccount(services, job)
  let query = services.db.selectFrom('accounts').select('id')
  query = purpose === 'phone_change' ? query.where('new_phone', '=', phone) : query.where('phone', '=', phone)
  if (purpose === 'verify_phone') query = query.where('phone_verified_at', 'is', null)
  if (userId !== undefined) query = query.where('id', '=', userId)
  return (await query.executeTakeFirst())?.id
}

/**
 * Finds one of the accounts with this pending phone: the one whose request came from this network, otherwise the
 * latest. Only one message is sent, and it contains no name.
 */
async function findPendingPhoneAccount(
  { db }: IdentityServices,
  { phone, requestedFrom }: PhoneCode,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('accounts as a')
    .leftJoin('one_time_tokens as t', (join) =>
      join
        .onRef('t.user_id', '=', 'a.id')
        .onRef('t.sent_to', '=', 'a.new_phone')
        .on('t.purpose', '=', 'phone_change'),
    )
    .select('a.id')
    .where('a.new_phone', '=', phone)
    .orderBy(sql`coalesce(${requestedFrom} = any(t.requested_from), false)`, 'desc')
    .orderBy('t.created_at', (order) => order.desc().nullsLast())
    .executeTakeFirst()
  return found?.id
}
