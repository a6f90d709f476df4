import { z } from 'zod'
import { defineCalls } from '~/platform/rpc/contract'
import { users } from './contract-users'
import { attentionContract } from './contract-attention'
import { auditContract } from './contract-audit'
import { bookingsContract } from './contract-bookings'
import { paymentsContract } from './contract-payments'
import { sampleContract } from './contract-sample'

const count = z.int().min(0)

const overview = z.object({
  totalUsers: count,
  /** Users created since the first of this month (UTC). */
  usersThisMonth: count,
  /** Profiles with the verified mark (shown as “Verified DJs”), and how many of them have the member type dj. */
  verified: count,
  verifiedDjs: count,
  pendingInvites: count,
  /** Pending invitations that expire within a week. */
  invitesExpiring: count,
  totalBookings: count,
  /** Bookings that are pending or confirmed. */
  openBookings: count,
})
export type Overview = z.output<typeof overview>

export const administrationContract = {
  overview: defineCalls('administration', 'admin')(
    'GET',
    '/admin/overview',
    'Figures for the admin dashboard',
  ).output(overview),

  attention: attentionContract,
  users,
  bookings: bookingsContract,
  payments: paymentsContract,
  audit: auditContract,
  sample: sampleContract,
}
