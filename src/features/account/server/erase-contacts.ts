import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'

/** Verified contact data of a person. Unverified addresses and numbers may belong to other people. */
export interface VerifiedContacts {
  emails: readonly string[]
  numbers: readonly string[]
}

/**
 * Deletes data that is stored under the person's verified addresses and numbers but not linked to the account:
 * invitations, invite requests, and jobs that wait or have failed. Keeps data of other accounts, such as their
 * pending confirmation of the same address. Revokes the person's unused invite codes; used codes stay in the invite
 * tree.
 */
export async function eraseContacts(
  trx: Transaction,
  jobs: Pick<Jobs, 'forget'>,
  {
    userId,
    email,
    proven: { emails, numbers },
    now,
  }: {
    userId: string
    /**
     * The account's email, verified or not. An invite request for an unverified email is deleted only if the person
     * joined with its code.
     */
    email: string | null
    proven: VerifiedContacts
    now: Date
  },
): Promise<void> {
  const ways = [...emails, ...numbers]
  for (const statement of [
    sql`update invitations set status = 'revoked', revoked_at = ${now}::timestamptz
      where created_by = ${userId}::uuid and status = 'pending'`,
    // Also deletes the invite request for an unverified address, if the person joined with the code of this request.
    sql`delete from invite_requests r where email = any (${emails}::text[])
      or (email = ${email} and exists (select from invitations i where i.id = r.invitation_id and i.used_by = ${userId}::uuid))`,
    // Clears the note too, because it can identify the person who used the invitation.
    sql`update invitations set sent_to = null, note = null
      where (lower(sent_to) = any (${emails}::text[]) or used_by = ${userId}::uuid) and (sent_to is not null or note is not null)`,
    // Deletes links and codes that were sent to a verified address or number of the person and belong to no account.
    // Those of the account are deleted by cascade.
    sql`delete from one_time_tokens where user_id is null and sent_to = any (${ways}::text[])`,
    // Deletes sign-in flows that have a verified address of the person as their result or as the login hint. Keeps
    // the flows of other people.
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
