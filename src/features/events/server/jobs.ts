import type { Jobs } from '~/platform/jobs/jobs'
import { teamEmailJob } from './dashboard/team-email-job'
import type { EmailServices } from './email/send-team-role-email'

interface PersonEmail {
  userId: string
  eventId: string
  byId: string
}

/** Registers the jobs of events. Call before the jobs start. */
export function registerEventJobs({ jobs, ...services }: EmailServices & { jobs: Pick<Jobs, 'work'> }): void {
  jobs.work<PersonEmail>(teamEmailJob, async (payload) => {
    // Templates are loaded on the first email.
    const { sendPersonEmail } = await import('./email/send-team-role-email')
    await sendPersonEmail(services, payload)
  })
}
