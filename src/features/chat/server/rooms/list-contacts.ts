import { sql } from 'kysely'
import { likePattern, searchWords } from '~/lib/search-words'
import { signedIn } from '~/platform/rpc/context'
import type { ChatPerson } from '../../contract-shapes'
import type { ReadContext } from '../context'

const PEOPLE_LISTED = 20

/** Lists the people the caller is connected to, without those of a block, by name. */
export async function listContacts(
  { db, ...context }: ReadContext,
  { search }: { search: string },
): Promise<ChatPerson[]> {
  const me = sql`${signedIn(context).id}::uuid`
  const words = searchWords(search).map(
    (word) => sql`and fold_text(p.display_name || ' ' || p.full_name) like ${likePattern(word)}`,
  )
  const { rows } = await sql<ChatPerson>`
    select p.id, p.display_name as name, p.avatar_url as "avatarUrl"
    from profiles p
    join (
      select c.connected_user_id as id from connections c where c.user_id = ${me} and c.status = 'accepted'
      union select c.user_id from connections c where c.connected_user_id = ${me} and c.status = 'accepted'
    ) friend on friend.id = p.id
    where not is_blocked_between(${me}, p.id) ${sql.join(words, sql` `)}
    order by lower(p.display_name), p.id limit ${sql.lit(PEOPLE_LISTED)}`.execute(db)
  return rows
}
