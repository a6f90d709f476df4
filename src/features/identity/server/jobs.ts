import { registerCodeMails, utc } from './codes/send-mails'
import { registerCodeTexts } from './codes/send-texts'
import type { IdentityServices } from './context'
import { forgetEnded } from './forget-ended'

export const passwordChangedJob = 'identity.password_changed'

// The templates and what renders them are loaded with the first mail: they would double the time of a start.
const mails = () => import('./mails')

/** Sends the mails of this feature and forgets what has long ended. `now` may be set by tests. */
export function registerIdentityJobs(services: IdentityServices, now: () => Date = () => new Date()): void {
  const { db, jobs, config, mail, settings } = services

  jobs.every(3600, 'forget ended sessions and links', () => forgetEnded(db, now()))

  registerCodeMails(services, now)
  registerCodeTexts(services, now)

  jobs.work<{ userId: string; at: string }>(passwordChangedJob, async ({ userId, at }) => {
    const account = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (account?.email == null) return
    const resetLink = `${config.publicUrl}/auth/forgot`
    const { writePasswordChangedMail } = await mails()
    const props = { email: account.email, at: utc(new Date(at)), resetLink }
    const written = await writePasswordChangedMail(props, await settings.read())
    await mail.send({ to: account.email, ...written })
  })
}
