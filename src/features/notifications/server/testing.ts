import { createRouterClient } from '@orpc/server'
import type { Database } from '~/database/connect'
import { getPersonEmail, getPersonId } from '~demo/people'
import { createTestSettings } from '~/features/settings/server/testing'
import type { Jobs } from '~/platform/jobs/jobs'
import { createLive } from '~/platform/live/live'
import { createLog } from '~/platform/log/log'
import type { EmailMessage, Mailer } from '~/platform/email/mailer'
import { notificationsCalls } from './calls'
import { sendNotificationEmail } from './send-notification-email'
import { type Notice, notify } from './public'

export const secret = 'a secret of the tests, long enough for anybody'
export const publicUrl = 'https://b2b.example'

/** Creates the feature without the rest of the platform: demo people as callers, jobs and emails collected in lists. */
export function createNotificationsHarness(db: Database, now: Date) {
  const log = createLog({ level: 'silent' })
  const queue: { name: string; id: string; key: string | undefined }[] = []
  const jobs = {
    enqueue: async (
      _db: unknown,
      name: string,
      { id }: { id: string },
      options?: { singletonKey?: string },
    ) => void queue.push({ name, id, key: options?.singletonKey }),
  } as unknown as Jobs
  const emails: EmailMessage[] = []
  const outage = { isOn: false }
  const mailer: Mailer = {
    async send(sent) {
      if (outage.isOn) throw new Error('The mail server is unavailable')
      emails.push(sent)
    },
    close: async () => undefined,
  }
  const live = createLive({ log })

  return {
    live,
    emails,
    queue,
    outage,
    notify: (...notices: Notice[]) => db.transaction().execute((trx) => notify(trx, jobs, notices)),
    email: (id: string) =>
      sendNotificationEmail(
        { db, jobs, mailer, settings: createTestSettings(), secret, config: { publicUrl } },
        id,
        now,
      ),
    /** Runs the pending jobs and returns the emails they sent. */
    async runJobs(): Promise<EmailMessage[]> {
      const before = emails.length
      for (const { id } of queue.splice(0)) await this.email(id)
      return emails.slice(before)
    },
    as(key: string | null) {
      const id = key === null ? '' : getPersonId(key)
      const caller =
        key === null
          ? null
          : {
              id,
              sessionId: id,
              fullName: key,
              email: getPersonEmail(key),
              isEmailVerified: true,
              avatarUrl: null,
              roles: ['user' as const],
            }
      return createRouterClient(notificationsCalls, {
        context: {
          db,
          live,
          secret,
          caller,
          requestId: 'test',
          ip: '192.0.2.1',
          requestHeaders: new Headers(),
          responseHeaders: new Headers(),
          now: () => now,
          log,
        },
      })
    },
  }
}
