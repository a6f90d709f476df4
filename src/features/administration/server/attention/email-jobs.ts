import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { FailedJob } from '~/platform/jobs/jobs'

const emailJobs = new Map([
  ['identity.verify_email', 'confirming an address'],
  ['identity.recover', 'a new password'],
  ['identity.sign_in_code', 'a code to sign in'],
  ['identity.email_change', 'a change of address'],
  ['identity.invite', 'an account that was opened for somebody'],
  ['identity.nonce', 'a code, to be sure who it is'],
  ['identity.already_registered', 'a sign-up with an address that has an account'],
  ['identity.way_in_changed', 'a changed way to sign in'],
  ['identity.way_in_changed_there', 'a changed way to sign in'],
  ['identity.way_in_changed_later', 'a changed way to sign in'],
  ['identity.new_sign_in', 'a new sign-in'],
  ['account.export_ready', 'an archive of somebody’s data'],
  ['account.removed', 'an account that is deleted'],
  ['administration.suspended', 'a suspension'],
  ['invitations.email_code', 'an invitation'],
  ['invitations.email_refusal', 'a declined request'],
  ['notifications.email', 'a notice'],
  ['events.person', 'helping with an event'],
  ['tickets.confirmed', 'tickets'],
  ['orders.payment_returned', 'a payment without tickets, refunded'],
  ['orders.tickets_refunded', 'refunded tickets'],
  ['events.tell', 'a night that changed, to all who hold tickets'],
  ['events.tell_holder', 'a night that changed'],
  ['transfers.offered', 'a ticket passed on'],
  ['transfers.taken', 'a ticket that was taken'],
  ['messages.send', 'what an organizer wrote to all who hold tickets'],
  ['waitlist.offered', 'tickets that came free'],
])

export const emailJobNames: readonly string[] = [...emailJobs.keys()]

export interface FailedEmail {
  id: string
  about: string
  to: string | null
  at: Date
  why: string
}

/** Payload fields that identify the recipient, in order of preference; `to` and `email` are addresses. */
const subjects = ['to', 'email', 'userId', 'id', 'orderId', 'requestId', 'transferId', 'entryId'] as const
const isAddress = (name: string) => name === 'to' || name === 'email'

/** Describes failed email jobs for admins. Most payloads hold only ids, so the addresses are looked up. */
export async function describeEmails(db: Database, jobs: readonly FailedJob[]): Promise<FailedEmail[]> {
  const keys = jobs.map(({ payload }) => {
    const known = new Map<string, unknown>(Object.entries(payload))
    const name = subjects.find((subject) => typeof known.get(subject) === 'string')
    return name === undefined ? undefined : { name, value: String(known.get(name)) }
  })
  const addresses = await readAddresses(
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
      why: job.why,
    }
  })
}

/** Returns addresses by the id of an account, notification, order, waitlist entry, transfer or request. */
async function readAddresses(db: Database, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const isMeant = (id: string) => sql`${sql.ref(id)} = any (${ids}::uuid[])`
  const { rows } = await sql<{ id: string; email: string | null }>`
    select id, email from accounts where ${isMeant('id')}
    union all select n.id, a.email from notifications n join accounts a on a.id = n.user_id where ${isMeant('n.id')}
    union all select o.id, coalesce(nullif(o.buyer_email, ''), a.email) from orders o
      left join accounts a on a.id = o.customer_id where ${isMeant('o.id')}
    union all select w.id, a.email from waitlist_entries w join accounts a on a.id = w.customer_id where ${isMeant('w.id')}
    union all select id, case when status = 'pending' then to_email end from ticket_transfers where ${isMeant('id')}
    union all select id, email from invite_requests where ${isMeant('id')}`.execute(db)
  return new Map(rows.map(({ id, email }) => [id, email]))
}
