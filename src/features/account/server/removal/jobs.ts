import { findContactAddress } from '~/platform/email/sender-address'
import type { AccountServices } from '../context'

export const removedJob = 'account.removed'

/**
 * Registers the job that sends the last email. The address is stored nowhere else, and the finished job is deleted with
 * it.
 */
export function registerRemovalJobs({ jobs, mailer, settings, config }: AccountServices): void {
  jobs.work<{ to: string; at: string }>(
    removedJob,
    async ({ to, at }) => {
      const { writeRemovedEmail } = await import('../emails')
      const site = await settings.read()
      const contact = findContactAddress(site, config.mailFrom)
      const { publicUrl } = config
      const written = await writeRemovedEmail({ at: new Date(at), publicUrl, contact }, site)
      await mailer.send({ to, ...written })
    },
    { leavesNoTrace: true },
  )
}
