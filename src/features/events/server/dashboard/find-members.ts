import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { toLikePattern, splitSearchWords, toWordStartPattern } from '~/lib/search-words'
import { requireCaller } from '~/platform/rpc/context'
import type { FoundMember } from '../../contract-dashboard-shapes'
import type { Context } from '../context'
import { getOwnEvent } from '../own-event'

const MAX_MEMBERS = 10

/** SQL for whether the caller can find a member, and so may add them. Needs `p`, a row of profiles. */
function isFindable(callerId: string): RawBuilder<boolean> {
  return sql`p.is_public and p.id <> all((select suspended_people())::uuid[])
    and not is_blocked_between(${callerId}::uuid, p.id)
    and (exists (select from user_roles r where r.user_id = p.id and r.role <> 'customer')
      or exists (select from user_member_types t where t.user_id = p.id))`
}

/** Returns at most ten members with all these words in name or place; none unless a word has at least two letters. @throws NOT_FOUND */
export async function findMembers(
  context: Pick<Context, 'caller' | 'db'>,
  { id, q }: { id: string; q: string },
): Promise<FoundMember[]> {
  const caller = requireCaller(context)
  await getOwnEvent(context.db, caller, { id, act: 'edit' })
  const terms = splitSearchWords(q)
  if (terms.every((word) => word.length < 2)) return []
  const contains = terms.map((word) => sql`p.search_text like ${toLikePattern(word)}`)
  const { rows } = await sql<FoundMember>`
    select p.id, p.display_name as name, p.avatar_url as "avatarUrl",
      array(select t.member_type from user_member_types t where t.user_id = p.id order by 1) as "memberTypes"
    from (
      select * from profiles p where ${sql.join(contains, sql` and `)} and ${isFindable(caller.id)}
      order by p.created_at, p.id limit 200
    ) p
    -- Names that begin with the first word come first.
    order by fold_text(p.display_name) not like ${toWordStartPattern(terms[0] ?? '')}, p.display_name, p.id
    limit ${sql.lit(MAX_MEMBERS)}`.execute(context.db)
  return rows
}

/** Returns the names of members by their id, without those whom the caller may not add. */
export async function findMemberNames(
  db: Database | Transaction,
  callerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const known = ids.filter(isId)
  if (known.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.display_name as name from profiles p
    where p.id = any (${known}::uuid[]) and ${isFindable(callerId)}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
