import { registerCodeEmails } from './email-and-sms/send-code-emails'
import { registerCodeSms } from './email-and-sms/send-code-sms'
import type { IdentityServices } from './context'
import { deleteChallenges } from './factors/delete-challenges'
import { deleteEndedSessions } from './sessions/delete-ended-sessions'
import { deleteEvents } from './security-log/delete-events'
import { registerNewSignInEmails } from './email-and-sms/send-new-sign-in'
import { registerChangeNotifications } from './email-and-sms/send-change-notifications'

/** Registers the jobs that send the emails of this feature and delete ended or expired rows. Tests may set `now`. */
export function registerIdentityJobs(services: IdentityServices, now: () => Date = () => new Date()): void {
  const { db, jobs, config } = services

  jobs.every(3600, 'delete ended sessions and expired links', () => deleteEndedSessions(db, now()))
  jobs.every(3600, 'delete expired challenges of factors and passkeys', () => deleteChallenges(db, now()))

  jobs.every(86_400, 'delete old security events', () =>
    deleteEvents(db, { now: now(), days: config.security?.logDays ?? 400 }),
  )

  registerCodeEmails(services, now)
  registerCodeSms(services, now)
  registerChangeNotifications(services, now)
  registerNewSignInEmails(services, now)
}
