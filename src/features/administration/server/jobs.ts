import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import { formatShortDate } from '~/lib/time'
import type { Configuration } from '~/platform/config/configuration'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Mailer } from '~/platform/email/mailer'
import { findContactAddress } from '~/platform/email/sender-address'

export const suspendedJob = 'administration.suspended'

export interface AdministrationServices {
  db: Database
  jobs: Pick<Jobs, 'work'>
  mailer: Pick<Mailer, 'send'>
  settings: Pick<SettingsSource, 'read'>
  config: Pick<Configuration, 'mailFrom'>
}

/**
 * Registers the job that emails a suspended person. Skips suspensions that have ended, or have changed and get
 * another email. People without an address see the suspension when they try to sign in.
 */
export function registerAdministrationJobs({
  db,
  jobs,
  mailer,
  settings,
  config,
}: AdministrationServices): void {
  jobs.work<{ userId: string; until: string }>(suspendedJob, async ({ userId, until }) => {
    const account = await db
      .selectFrom('accounts')
      .select(['email', 'suspended_until', 'suspended_reason'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (account?.suspended_until?.toISOString() !== until || account.email === null) return
    const { writeSuspendedEmail } = await import('./email/write-suspended-email')
    const day = formatShortDate(until, 'UTC')
    const site = await settings.read()
    const contact = findContactAddress(site, config.mailFrom)
    const written = await writeSuspendedEmail({ day, reason: account.suspended_reason, contact }, site)
    await mailer.send({ to: account.email, ...written })
  })
}
