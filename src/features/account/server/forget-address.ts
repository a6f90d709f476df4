import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'

/** How a person was reached. Anybody can name an address or a number: only what they proved to read was theirs. */
export interface Proven {
  emails: readonly string[]
  numbers: readonly string[]
}

/**
 * What holds a proven address or number without hanging from the account: invitations and requests for one, and jobs that wait or
 * have failed. Nothing goes that belongs to another account, such as what waits there to be confirmed. Codes that the person had open
 * let nobody in any more; those that were used stay, since they are how others came here.
 */
export async function forgetAddress(
  trx: Transaction,
  jobs: Pick<Jobs, 'forget'>,
  {
    userId,
    email,
    proven: { emails, numbers },
    now,
  }: {
    userId: string
    /** Of the account, proven or not: for what was sent there because of it. */
    email: string | null
    proven: Proven
    now: Date
  },
): Promise<void> {
  const ways = [...emails, ...numbers]
  for (const statement of [
    sql`update invitations set status = 'revoked', revoked_at = ${now}::timestamptz
      where created_by = ${userId}::uuid and status = 'pending'`,
    // Theirs as well: the code that was sent for it is the one that they came with.
    sql`delete from invite_requests r where email = any (${emails}::text[])
      or (email = ${email} and exists (select from invitations i where i.id = r.invitation_id and i.used_by = ${userId}::uuid))`,
    // The note on somebody's code says who they are.
    sql`update invitations set sent_to = null, note = null
      where (lower(sent_to) = any (${emails}::text[]) or used_by = ${userId}::uuid) and (sent_to is not null or note is not null)`,
    // Links that nobody has answered yet: they belong to an address, and to no account. Those of the account hang from it.
    sql`delete from one_time_tokens where user_id is null and sent_to = any (${ways}::text[])`,
    // Theirs by what was proven, or by what an app said of who would come; flows of others go on.
    sql`delete from sign_in_flows
      where lower(payload->'proof'->>'email') = any (${ways}::text[])
        or lower(payload->'wishes'->'parameters'->>'login_hint') = any (${ways}::text[])`,
    sql`delete from holder_emails h where email = any (${emails}::text[])
      or (email = ${email} and exists (select from holder_messages m join tickets t on t.event_id = m.event_id
        where m.id = h.message_id and t.customer_id = ${userId}::uuid))`,
    sql`delete from profile_views where viewer = ${userId} and length(viewer) = 36`,
    sql`delete from notifications where subject_id = ${userId}::uuid`,
  ])
    await statement.execute(trx)
  for (const number of numbers) await jobs.forget(trx, 'phone', number)
  for (const address of emails) await jobs.forget(trx, 'email', address)
  for (const way of ways) await jobs.forget(trx, 'to', way)
  await jobs.forget(trx, 'userId', userId)
}
