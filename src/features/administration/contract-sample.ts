import { z } from 'zod'
import { call } from '~/platform/rpc/contract'
import { PASSWORD } from './contract-errors'

const tags = ['administration']
const admin = call.meta({ access: 'admin' })
const count = z.int().min(0)

const sampleCounts = z.object({
  events: count,
  /** Without those who are admins by now: they stay. */
  people: count,
  /** Tickets for these events in the hands of people who do exist, and bookings between such a person and one who does not. */
  realTickets: count,
  realBookings: count,
})
export type SampleCounts = z.output<typeof sampleCounts>

export const sampleContract = {
  counts: admin
    .route({ method: 'GET', path: '/admin/sample', tags, summary: 'How much of the sample data is left' })
    .output(sampleCounts),
  remove: admin
    .route({ method: 'POST', path: '/admin/sample/remove', tags, summary: 'Remove the sample data for good' })
    .errors(PASSWORD)
    .input(z.object({ password: z.string().max(1000) }))
    .output(z.object({ events: count, people: count })),
}
