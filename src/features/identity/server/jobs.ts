import { registerCodeMails } from './codes/send-mails'
import { registerCodeTexts } from './codes/send-texts'
import type { IdentityServices } from './context'
import { forgetQuestions } from './factors/forget-questions'
import { forgetEnded } from './sessions/forget-ended'
import { forgetEvents } from './security-log/forget-events'
import { registerNewSignIn } from './mail/send-new-sign-in'
import { registerWayInChanged } from './mail/send-way-in-changed'

/** Sends the mails of this feature and forgets what has long ended. `now` may be set by tests. */
export function registerIdentityJobs(services: IdentityServices, now: () => Date = () => new Date()): void {
  const { db, jobs, config } = services

  jobs.every(3600, 'forget ended sessions and links', () => forgetEnded(db, now()))
  jobs.every(3600, 'forget what was asked of factors and passkeys', () => forgetQuestions(db, now()))

  jobs.every(86_400, 'delete old security events', () =>
    forgetEvents(db, { now: now(), days: config.security?.logDays ?? 400 }),
  )

  registerCodeMails(services, now)
  registerCodeTexts(services, now)
  registerWayInChanged(services, now)
  registerNewSignIn(services, now)
}
