import type { Database } from '~/database/connect'
import type { AccountServices } from '../context'
import { EXPORT_PAGE } from './export-path'
import { makeExport } from './make-export'

export const makeExportJob = 'account.make_export'
export const exportReadyJob = 'account.export_ready'

/** Live topic of this feature: an open settings page refetches. */
const TOPIC = 'account'

/** Registers the jobs that make archives, email their owners and delete expired archives. */
export function registerExportJobs(services: AccountServices): void {
  const { config, db, jobs, live, mailer, settings } = services
  jobs.work<{ userId: string; requestedAt: string }>(
    makeExportJob,
    async ({ userId, requestedAt }) => {
      const isMade = await makeExport(db, {
        userId,
        requestedAt: new Date(requestedAt),
        now: new Date(),
        onMade: (trx) => jobs.enqueue(trx, exportReadyJob, { userId, requestedAt }),
      })
      if (isMade) live.publish([userId], [TOPIC])
    },
    // Makes one archive at a time: making one takes much work, and its owner can wait for the email.
    { pace: { atOnce: 1 } },
  )

  jobs.work<{ userId: string; requestedAt: string }>(exportReadyJob, async ({ userId, requestedAt }) => {
    const archive = await db
      .selectFrom('accounts as a')
      .innerJoin('data_exports as x', 'x.user_id', 'a.id')
      .select(['a.email', 'x.expires_at'])
      .where('a.id', '=', userId)
      .where('a.email_verified_at', 'is not', null)
      // Sends nothing for an older request, because a later request sends its own email.
      .where('x.requested_at', '=', new Date(requestedAt))
      .executeTakeFirst()
    // Without a verified email, the archive appears only in the settings.
    if (archive?.email == null || archive.expires_at === null) return
    const { writeExportReadyEmail } = await import('../emails')
    const props = { link: `${config.publicUrl}${EXPORT_PAGE}`, expiresAt: archive.expires_at }
    const written = await writeExportReadyEmail(props, await settings.read())
    await mailer.send({ to: archive.email, ...written })
  })

  jobs.every(3600, 'delete expired archives', () => deleteExpiredArchives(db, new Date()))
}

/** Deletes the archives of expired exports. Their rows stay, so that the page can say that they expired. */
export async function deleteExpiredArchives(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ archive: null, bytes: null })
    .where('archive', 'is not', null)
    .where('expires_at', '<=', now)
    .execute()
}
