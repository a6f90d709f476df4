import type { IdentityServices } from '../context'
import { contestOf } from './contest'
import { phoneCodeJob, type PhoneCode } from './jobs'
import { issueToken } from '../tokens/one-time-token'

/** Sends the codes that go to a phone. A number has no link: a message may be read on another device, and costs by its length. */
export function registerCodeTexts(services: IdentityServices, now: () => Date): void {
  const { db, jobs, secret, sms, settings } = services

  jobs.work<PhoneCode>(
    phoneCodeJob,
    async (job) => {
      const { phone, purpose, channel, beginning, isContested, askedFrom } = job
      const owner = await findOwner(services, job)
      if (owner === undefined && beginning === undefined) return
      const payload =
        owner === undefined
          ? { beginning }
          : purpose === 'verify_phone'
            ? await contestOf(db, { userId: owner, sentTo: phone, isContested })
            : {}
      const { code } = await db.transaction().execute((trx) =>
        issueToken(trx, {
          secret,
          purpose,
          userId: owner ?? null,
          sentTo: phone,
          now: now(),
          askedFrom,
          payload,
        }),
      )
      const { name } = await settings.read()
      const text = `${code} is your code for ${name}. It works for ten minutes. We never ask for it.`
      await sms.send({ to: phone, text, channel })
    },
    // Whoever waits for it asks again; a code that comes an hour late opens nothing.
    { retries: 2 },
  )
}

/** Whose account the code is about, if it still is. */
async function findOwner(
  { db }: IdentityServices,
  { phone, purpose, userId }: PhoneCode,
): Promise<string | undefined> {
  let query = db.selectFrom('accounts').select('id')
  query = purpose === 'phone_change' ? query.where('new_phone', '=', phone) : query.where('phone', '=', phone)
  if (purpose === 'verify_phone') query = query.where('phone_verified_at', 'is', null)
  if (userId !== undefined) query = query.where('id', '=', userId)
  return (await query.executeTakeFirst())?.id
}
