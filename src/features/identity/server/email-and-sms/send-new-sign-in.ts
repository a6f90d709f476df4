import { formatMethods } from '../../rules/describe-security-event'
import type { IdentityServices } from '../context'
import { sendWithinLimit } from '../limits/notification-limits'
import { newSignInJob, type NewSignIn } from '../sessions/record-sign-in'
import { formatUtc } from './format-utc'

// Loaded with the first email, as in send-change-notifications.ts.
const importEmails = () => import('./emails')

/**
 * Registers the job that emails a person about a sign-in from a new device. It sends at most one email an hour. A later
 * sign-in delays the next email to the end of that hour, and this email names the latest sign-in. So a stranger with
 * the password cannot flood the mailbox.
 */
export function registerNewSignInEmails(services: IdentityServices, now: () => Date): void {
  const { db, jobs, mailer, config, settings } = services

  jobs.work<NewSignIn>(newSignInJob, async ({ userId, eventId }) => {
    const event = await db
      .selectFrom('security_events as e')
      .innerJoin('accounts as a', 'a.id', 'e.user_id')
      .select([
        'a.email',
        'a.email_verified_at',
        'e.at',
        'e.device',
        'e.ip',
        'e.country',
        'e.details',
        'e.answer',
      ])
      .where('e.id', '=', eventId)
      .executeTakeFirst()
    if (event === undefined || event.email === null || event.answer !== null) return
    const { email: to, device, ip, country } = event
    const notice = {
      userId,
      kind: 'new_sign_in',
      by: 'email',
      to,
      wasVerified: event.email_verified_at !== null,
    } as const
    const wait = await sendWithinLimit(services, notice, async () => {
      const { writeNewSignInEmail } = await importEmails()
      const path = `${config.publicUrl}/dashboard/settings`
      const written = await writeNewSignInEmail(
        {
          email: to,
          at: formatUtc(event.at),
          device: device ?? 'An unknown browser',
          ip,
          country,
          method: formatMethods(event.details),
          link: `${path}#security`,
          activityLink: `${path}#security`,
        },
        await settings.read(),
      )
      await mailer.send({ to, ...written })
    })
    if (wait === undefined) return
    await jobs.enqueue(db, newSignInJob, { userId, eventId } satisfies NewSignIn, {
      singletonKey: `${userId} new_sign_in`,
      startAfter: new Date(now().getTime() + wait * 1000),
    })
  })
}
