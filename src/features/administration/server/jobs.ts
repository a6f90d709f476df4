import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import { formatShortDate } from '~/lib/time'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Mailer } from '~/platform/mail/mailer'

export const suspendedJob = 'administration.suspended'

export interface AdministrationServices {
  db: Database
  jobs: Pick<Jobs, 'work'>
  mail: Pick<Mailer, 'send'>
  settings: Pick<SettingsSource, 'read'>
}

/**
 * Tells whoever is suspended, unless that is over or has been changed, which is told by a mail of its own. Who has no address reads it
 * where they try to sign in.
 */
export function registerAdministrationJobs({ db, jobs, mail, settings }: AdministrationServices): void {
  jobs.work<{ userId: string; until: string }>(suspendedJob, async ({ userId, until }) => {
    const account = await db
      .selectFrom('accounts')
      .select(['email', 'suspended_until', 'suspended_reason'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (account?.suspended_until?.toISOString() !== until || account.email === null) return
    const { writeSuspendedMail } = await import('./mail/write-suspended-mail')
    const day = formatShortDate(until, 'UTC')
    const written = await writeSuspendedMail({ day, reason: account.suspended_reason }, await settings.read())
    await mail.send({ to: account.email, ...written })
  })
}
