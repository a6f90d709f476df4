import type { Jobs } from '~/platform/jobs/jobs'
import { personMailJob } from './desk/person-mail-job'
import type { MailServices } from './mail/send-person-mail'

interface PersonMail {
  userId: string
  eventId: string
  byId: string
}

/** Registers what events do by themselves. Call before the jobs start. */
export function registerEventJobs({ jobs, ...services }: MailServices & { jobs: Pick<Jobs, 'work'> }): void {
  jobs.work<PersonMail>(personMailJob, async (payload) => {
    // Templates are loaded with the first mail.
    const { sendPersonMail } = await import('./mail/send-person-mail')
    await sendPersonMail(services, payload)
  })
}
