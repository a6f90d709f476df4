import { expireCodes } from './expire-codes'
import type { InvitationsServices } from './context'

// Payloads lie in the database in clear: what an email says is read when it is written.
export const emailCodeJob = 'invitations.email_code'
export const emailRefusalJob = 'invitations.email_refusal'

// The templates and what renders them are loaded with the first email.
const emails = () => import('./emails')

/** Sends the emails of this feature and writes down which codes have expired. `now` may be set by tests. */
export function registerInvitationJobs(
  services: InvitationsServices,
  now: () => Date = () => new Date(),
): void {
  services.jobs.every(60, 'expire invitations', () => expireCodes(services, now()))
  services.jobs.work<{ invitationId: string; to: string }>(emailCodeJob, async (payload) =>
    (await emails()).emailCode(services, payload, now()),
  )
  services.jobs.work<{ requestId: string }>(emailRefusalJob, async ({ requestId }) =>
    (await emails()).emailRefusal(services, requestId),
  )
}
