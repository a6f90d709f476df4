import { type RawBuilder, sql } from 'kysely'
import { toLikePattern, splitSearchWords, toWordStartPattern } from '~/lib/search-words'
import { requireCaller } from '~/platform/rpc/context'
import type { ChatPerson } from '../../contract-shapes'
import { canInvite } from '../../rules/room-policy'
import type { ReadContext } from '../context'
import { refuse } from '../refused-error'
import { getVisibleRoom } from '../rooms/visible-room'

const PEOPLE_LISTED = 20
// The most matches to sort by name. Among 100,000 people, "ma" matches thousands, and sorting those takes a second.
// The caller has to type a longer word to find a person among thousands anyway.
const MAX_SORTED = 60
// Search only this many of the oldest accounts first: a common word matches enough of them. A rare word doesn't, but
// an index finds its few matches.
const FIRST_WALK = 2_000

/**
 * Returns SQL that is true if the caller is connected with this person or finds them in the directory. Requires `p`, a
 * row of profiles.
 */
export function canBeInvited(callerId: string): RawBuilder<boolean> {
  return sql`p.id <> ${callerId}::uuid and not is_blocked_between(${callerId}::uuid, p.id)
    and (${isInDirectory} or are_connected(${callerId}::uuid, p.id))`
}

const isInDirectory = sql<boolean>`p.is_public and not is_suspended(p.id) and (
  exists (select from user_roles u where u.user_id = p.id and u.role <> 'customer')
  or exists (select from user_member_types u where u.user_id = p.id))`

/**
 * Returns the people the caller can invite, by name: connections first and, once two letters are typed, the
 * directory. Leaves out people who are in the room, invited or banned. If more than 60 people of the directory match,
 * only 60 of them are read and sorted.
 */
export async function listInvitablePeople(
  { db, ...context }: ReadContext,
  { roomId, search }: { roomId: string; search: string },
): Promise<ChatPerson[]> {
  const caller = requireCaller(context)
  const room = await getVisibleRoom(db, caller, roomId)
  if (!canInvite(room)) throw refuse('NOT_ALLOWED')
  const terms = splitSearchWords(search)
  const shownName = sql`fold_text(p.display_name || ' ' || p.full_name)`
  const conditions = joinConditions([
    sql`p.id <> ${caller.id}::uuid`,
    sql`not exists (select from chat_room_members c where c.room_id = ${roomId}::uuid and c.user_id = p.id)`,
    sql`not exists (select from chat_room_invitations i where i.room_id = ${roomId}::uuid and i.user_id = p.id)`,
    sql`not exists (select from chat_bans b where b.room_id = ${roomId}::uuid and b.user_id = p.id)`,
    ...terms.map((word) => hasWord(shownName, word)),
  ])
  // The stored search text is cheaper to compare than the folded name. It also contains the city, so the name is
  // compared too.
  const searchText = joinConditions(terms.map((word) => hasWord(sql`p.search_text`, word)))
  const person = sql`p.id, p.display_name as name, p.avatar_url as "avatarUrl"`
  const connected = sql`
    select ${person}, 1 as rank from profiles p
    join (
      select c.connected_user_id as id from connections c where c.user_id = ${caller.id}::uuid and c.status = 'accepted'
      union select c.user_id from connections c where c.connected_user_id = ${caller.id}::uuid and c.status = 'accepted'
    ) friend on friend.id = p.id
    where ${searchText} and ${conditions} and not is_blocked_between(${caller.id}::uuid, p.id)`
  const selectFromDirectory = (from: RawBuilder<unknown>, found: RawBuilder<boolean>) => sql`
    select ${person}, 2 as rank from ${from}
    where ${found} and ${conditions} and ${isInDirectory} and not is_blocked_between(${caller.id}::uuid, p.id)
      and not are_connected(${caller.id}::uuid, p.id)
    limit ${sql.lit(MAX_SORTED)}`
  const walk = sql`
    (select p.id from (
      select p.id, p.search_text from profiles p where p.is_public order by p.created_at, p.id limit ${sql.lit(FIRST_WALK)}
    ) p where ${searchText}) first join profiles p on p.id = first.id`
  const indexedName = sql`fold_text(p.full_name || ' ' || coalesce(p.dj_name, ''))`
  const directory = sql`
    with walk as materialized (${selectFromDirectory(walk, sql`true`)}),
    -- Within a coalesce the planner can't use the index of search_text, which returns everyone in a city of that name.
    rare as (${selectFromDirectory(
      sql`profiles p`,
      joinConditions([
        sql`(select count(*) from walk) < ${sql.lit(MAX_SORTED)}`,
        sql`coalesce(${searchText}, false)`,
        ...terms.filter(hasTrigrams).map((word) => hasWord(indexedName, word)),
      ]),
    )})
    select * from walk where (select count(*) from walk) = ${sql.lit(MAX_SORTED)} union all select * from rare`
  const { rows } = await sql<ChatPerson>`
    select id, name, "avatarUrl" from (
      ${terms.every((word) => word.length < 2) ? connected : sql`${connected} union all (${directory})`}
    ) people order by rank, lower(name), id limit ${sql.lit(PEOPLE_LISTED)}`.execute(db)
  return rows
}

/**
 * Two letters have no trigram: to find them inside a word, every profile would be read. So they only match the
 * beginning of a word.
 */
function hasWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  if (word.length !== 2) return sql`${text} like ${toLikePattern(word)}`
  const start = toWordStartPattern(word)
  return sql`(${text} like ${start} or ${text} like ${`% ${start}`})`
}

/**
 * Only ASCII letters and digits have trigrams under every database locale. Other words are compared with the search
 * text of every profile, which is ten times faster than folding every name.
 */
function hasTrigrams(word: string): boolean {
  return /[a-z\d]{2}/.test(word)
}

function joinConditions(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}
