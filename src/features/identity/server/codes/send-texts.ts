import type { IdentityServices } from '../context'
import { phoneCodeJob, type PhoneCode } from './jobs'
import { issueToken } from './one-time-token'

/** Sends the codes that go to a phone. A number has no link: a message may be read on another device, and costs by its length. */
export function registerCodeTexts(services: IdentityServices, now: () => Date): void {
  const { db, jobs, secret, sms, settings } = services

  jobs.work<PhoneCode>(
    phoneCodeJob,
    async ({ phone, purpose, channel, userId, beginning }) => {
      const owner = userId ?? (await findOwner(services, phone))
      if (owner === undefined && beginning === undefined) return
      const { code } = await db.transaction().execute((trx) =>
        issueToken(trx, {
          secret,
          purpose,
          userId: owner ?? null,
          sentTo: phone,
          now: now(),
          payload: owner === undefined ? { beginning } : {},
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

async function findOwner({ db }: IdentityServices, phone: string): Promise<string | undefined> {
  const account = await db.selectFrom('accounts').select('id').where('phone', '=', phone).executeTakeFirst()
  return account?.id
}
