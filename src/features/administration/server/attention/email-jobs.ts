import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { FailedJob } from '~/platform/jobs/jobs'

const emailJobs = new Map([
  ['identity.verify_email', 'verifying an email address'],
  ['identity.recover', 'a password reset'],
  ['identity.sign_in_code', 'a sign-in code'],
  ['identity.email_change', 'a change of email address'],
  ['identity.invite', 'an account created by an admin'],
  ['identity.nonce', 'a security code'],
  ['identity.already_registered', 'a sign-up with the address of an existing account'],
  ['identity.sign_in_method_changed', 'a changed sign-in method'],
  ['identity.sign_in_method_changed_there', 'a changed sign-in method'],
  ['identity.sign_in_method_changed_later', 'a changed sign-in method'],
  ['identity.new_sign_in', 'a new sign-in'],
  ['account.export_ready', 'an account data export'],
  ['account.removed', 'a deleted account'],
  ['administration.suspended', 'a suspension'],
  ['invitations.email_code', 'an invitation'],
  ['invitations.email_refusal', 'a declined request'],
  ['notifications.email', 'a notification'],
  ['events.person', 'a role in an event'],
  ['tickets.confirmed', 'tickets'],
  ['orders.payment_returned', 'a payment without tickets, refunded'],
  ['orders.tickets_refunded', 'refunded tickets'],
  ['orders.refund_rejected', 'a refund that the bank rejected'],
  ['orders.dispute', 'a disputed payment, to the organizer'],
  ['events.notify_holders', 'a changed event, to all ticket holders'],
  ['events.notify_holder', 'a changed event'],
  ['transfers.offered', 'a ticket transfer'],
  ['transfers.taken', 'an accepted ticket transfer'],
  ['messages.send', 'a message from the organizer to all ticket holders'],
  ['waitlist.offered', 'a waitlist offer'],
])

export const emailJobNames: readonly string[] = [...emailJobs.keys()]

export interface FailedEmail {
  id: string
  about: string
  to: string | null
  at: Date
  reason: string
}

/**
 * The payload fields that identify the recipient, in order of preference. `to` and `email` hold addresses, the other
 * fields ids.
 */
const subjects = ['to', 'email', 'userId', 'id', 'orderId', 'requestId', 'transferId', 'entryId'] as const
const isAddress = (name: string) => name === 'to' || name === 'email'

/** Describes failed email jobs for admins. Most payloads hold only ids, so the addresses are looked up. */
export async function describeEmails(db: Database, jobs: readonly FailedJob[]): Promise<FailedEmail[]> {
  const keys = jobs.map(({ payload }) => {
    const known = new Map<string, unknown>(Object.entries(payload))
    const name = subjects.find((subject) => typeof known.get(subject) === 'string')
    return name === undefined ? undefined : { name, value: String(known.get(name)) }
  })
  const addresses = await findAddresses(
    db,
    keys.flatMap((key) => (key && !isAddress(key.name) && isId(key.value) ? [key.value] : [])),
  )
  return jobs.map((job, index) => {
    const key = keys[index]
    return {
      id: job.id,
      about: emailJobs.get(job.name) ?? job.name,
      to: key && isAddress(key.name) ? key.value : ((key && addresses.get(key.value)) ?? null),
      at: job.failedAt,
      reason: job.reason,
    }
  })
}

/** Returns addresses by the id of an account, notification, order, waitlist entry, transfer or request. */
async function findAddresses(db: Database, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const isMatch = (id: string) => sql`${sql.ref(id)} = any (${ids}::uuid[])`
  const { rows } = await sql<{ id: string; email: string | null }>`
    select id, email from accounts where ${isMatch('id')}
    union all select n.id, a.email from notifications n join accounts a on a.id = n.user_id where ${isMatch('n.id')}
    union all select o.id, coalesce(nullif(o.buyer_email, ''), a.email) from orders o
      left join accounts a on a.id = o.customer_id where ${isMatch('o.id')}
    union all select w.id, a.email from waitlist_entries w join accounts a on a.id = w.customer_id where ${isMatch('w.id')}
    union all select id, case when status = 'pending' then to_email end from ticket_transfers where ${isMatch('id')}
    union all select id, email from invite_requests where ${isMatch('id')}`.execute(db)
  return new Map(rows.map(({ id, email }) => [id, email]))
}
