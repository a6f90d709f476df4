import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Sample } from './find-sample'

/** Invitations, requests and accounts; whoever was let in by somebody who does not exist stands at the top of their own branch. */
export async function removePeople(trx: Transaction, { people, madeUp }: Sample): Promise<void> {
  // Before the tree is read: whoever is being let in at this moment comes before or after.
  await sql`select pg_advisory_xact_lock(hashtext('invitation_tree'))`.execute(trx)
  for (const statement of [
    sql`delete from invite_requests where is_sample`,
    // A code that somebody used who exists is how they came here.
    sql`delete from invitations where (is_sample or created_by = any(${people}::uuid[]))
      and (used_by is null or used_by = any(${madeUp}::uuid[]))`,
    sql`update invitations set is_sample = false where is_sample`,
    sql`delete from notifications where subject_id = any(${people}::uuid[]) or subject_id in (
      select id from connections where user_id = any(${people}::uuid[]) or connected_user_id = any(${people}::uuid[]))`,
    // Everything that hangs from an account alone goes with it: profile, sessions, connections, blocks, the bell, the calendar.
    sql`delete from accounts where id = any(${people}::uuid[])`,
    sql`with gone as (select place from invitation_tree where id = any(${people}::uuid[])),
      cut as (
        select t.id, (select max(n) from generate_subscripts(t.path, 1) n where t.path[n] in (select place from gone)) as at
        from invitation_tree t where t.id <> all(${people}::uuid[])
      )
      update invitation_tree t set path = t.path[cut.at + 1:],
        parent_id = case when t.parent_id = any(${people}::uuid[]) then null else t.parent_id end
      from cut where cut.id = t.id and cut.at is not null`,
    sql`delete from invitation_tree where id = any(${people}::uuid[])`,
    sql`with counted as (
        select p.place, count(*) - 1 as below from invitation_tree t, unnest(t.path) as p (place) group by p.place)
      update invitation_tree t set reached = counted.below
      from counted where counted.place = t.place and counted.below <> t.reached`,
    sql`update profiles set is_sample = false where is_sample`,
  ])
    await statement.execute(trx)
}
