import { expireCodes } from './expire-codes'
import type { InvitationsServices } from './context'

// Payloads are stored in plain text, so they hold only ids; the content is loaded when the email is written.
export const emailCodeJob = 'invitations.email_code'
export const emailDeclineJob = 'invitations.email_refusal'

// Loads the templates and their renderer with the first email.
const importEmails = () => import('./emails')

/** Registers the jobs that send this feature’s emails and expire codes. Tests may set `now`. */
export function registerInvitationJobs(
  services: InvitationsServices,
  now: () => Date = () => new Date(),
): void {
  services.jobs.every(60, 'expire invitations', () => expireCodes(services, now()))
  services.jobs.work<{ invitationId: string; to: string }>(emailCodeJob, async (payload) =>
    (await importEmails()).sendCodeEmail(services, payload, now()),
  )
  services.jobs.work<{ requestId: string }>(emailDeclineJob, async ({ requestId }) =>
    (await importEmails()).sendDeclineEmail(services, requestId),
  )
}
