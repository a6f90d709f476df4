import { z } from 'zod'
import { call } from '~/platform/rpc/contract'
import { PASSWORD } from './contract-errors'

const tags = ['administration']
const admin = call.meta({ access: 'admin' })
const count = z.int().min(0)

const sampleCounts = z.object({
  events: count,
  /** Sample people to delete; those who have become admins stay. */
  people: count,
  /** Real people’s tickets for sample events, and bookings between a real and a sample person. */
  realTickets: count,
  realBookings: count,
})
export type SampleCounts = z.output<typeof sampleCounts>

export const sampleContract = {
  counts: admin
    .route({ method: 'GET', path: '/admin/sample', tags, summary: 'Amount of sample data that is left' })
    .output(sampleCounts),
  remove: admin
    .route({
      method: 'POST',
      path: '/admin/sample/remove',
      tags,
      summary: 'Permanently remove the sample data',
    })
    .errors(PASSWORD)
    .input(z.object({ password: z.string().max(1000) }))
    .output(z.object({ events: count, people: count })),
}
