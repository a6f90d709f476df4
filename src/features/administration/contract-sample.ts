import { z } from 'zod'
import { defineCalls } from '~/platform/rpc/contract'
import { PASSWORD } from './contract-errors'

const admin = defineCalls('administration', 'admin')
const count = z.int().min(0)

const sampleCounts = z.object({
  events: count,
  /** Sample people to delete, without those who have become admins. */
  people: count,
  /** Real people’s tickets for sample events, and bookings between a real and a sample person. */
  realTickets: count,
  realBookings: count,
})
export type SampleCounts = z.output<typeof sampleCounts>

export const sampleContract = {
  counts: admin('GET', '/admin/sample', 'Amount of sample data that is left').output(sampleCounts),
  remove: admin('POST', '/admin/sample/remove', 'Permanently remove the sample data')
    .errors(PASSWORD)
    .input(z.object({ password: z.string().max(1000) }))
    .output(z.object({ events: count, people: count })),
}
