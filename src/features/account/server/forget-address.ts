import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'

/**
 * What holds an address, a number or a name without hanging from the account: invitations and requests for one, guest lists, and jobs that wait or
 * have failed. Codes that the person had open let nobody in any more; those that were used stay, since they are how others came here.
 */
export async function forgetAddress(
  trx: Transaction,
  jobs: Pick<Jobs, 'forget'>,
  {
    userId,
    email,
    newEmail,
    numbers,
    now,
  }: {
    userId: string
    email: string | null
    newEmail: string | null
    numbers: readonly string[]
    now: Date
  },
): Promise<void> {
  const ways = [email, newEmail, ...numbers].filter((way) => way !== null)
  for (const statement of [
    sql`update invitations set status = 'revoked', revoked_at = ${now}::timestamptz
      where created_by = ${userId}::uuid and status = 'pending'`,
    // The note on somebody's code says who they are.
    sql`update invitations set sent_to = null, note = null
      where (lower(sent_to) = ${email} or used_by = ${userId}::uuid) and (sent_to is not null or note is not null)`,
    sql`delete from invite_requests where email = ${email}`,
    // Links that nobody has answered yet: they belong to an address, and to no account.
    sql`delete from one_time_tokens where sent_to = any (${ways}::text[])`,
    // Theirs by what was proven, or by what an app said of who would come; flows of others go on.
    sql`delete from sign_in_flows
      where lower(payload->'proof'->>'email') = any (${ways}::text[])
        or lower(payload->'wishes'->'parameters'->>'login_hint') = any (${ways}::text[])`,
    sql`delete from holder_mails where email = ${email}`,
    // Whoever asked to be let in said who would speak for them. Whole words only: "Jo" is not in "Joanna".
    sql`update invite_requests r set vouched_by = '' from profiles p
      where p.id = ${userId}::uuid and r.vouched_by <> ''
        and (${says(sql`p.full_name`)} or ${says(sql`p.dj_name`)})`,
    // The guest still comes, as nobody's in particular.
    sql`update guests g set guest_of = '' from profiles p
      where p.id = ${userId}::uuid and g.guest_of <> '' and lower(btrim(g.guest_of)) in (lower(p.full_name), lower(p.dj_name))`,
    sql`delete from profile_views where viewer = ${userId} and length(viewer) = 36`,
    sql`delete from notifications where subject_id = ${userId}::uuid`,
  ])
    await statement.execute(trx)
  for (const number of numbers) await jobs.forget(trx, 'phone', number)
  for (const address of [email, newEmail]) if (address !== null) await jobs.forget(trx, 'email', address)
  for (const way of ways) await jobs.forget(trx, 'to', way)
  await jobs.forget(trx, 'userId', userId)
}

/** Whether a name stands in what was said, by its words. */
function says(name: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`strpos(${words(sql`r.vouched_by`)}, nullif(${words(name)}, '  ')) > 0`
}

/** In small letters, a space before and after each word. */
function words(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql`' ' || trim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g')) || ' '`
}
