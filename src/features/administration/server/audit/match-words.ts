import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import { isId } from '~/lib/ids'
import { findActionsByText } from '../../rules/describe-audit'

const MAX_PEOPLE = 500
const MAX_ROOMS = 50
/** The shortest text that a trigram index can find. */
const MIN_LENGTH = 3

export interface WordMatch {
  /** Conditions on the row `a` of audit_log; all must hold. */
  conditions: RawBuilder<unknown>[]
  /** False if no index can find any of the words. */
  hasIndex: boolean
  isNameTooCommon: boolean
}

/**
 * Builds conditions that find each word of the query in the action’s description, the details, or the name of a person
 * or room. Undefined if the query has no words.
 */
export async function matchWords(db: Database, query: string): Promise<WordMatch | undefined> {
  const terms = splitSearchWords(query)
  if (terms.length === 0) return undefined
  const matches = await Promise.all(terms.map((word) => matchWord(db, word)))
  return {
    conditions: matches.map(({ condition }) => condition),
    hasIndex: terms.some((word) => word.length >= MIN_LENGTH),
    isNameTooCommon: matches.some(({ isTooCommon }) => isTooCommon),
  }
}

async function matchWord(db: Database, word: string) {
  if (isId(word)) return { condition: matchIds([word]), isTooCommon: false }
  const pattern = toLikePattern(word)
  const [people, rooms] = await Promise.all([findPeople(db, word), findRooms(db, word)])
  const ids = [...new Set([...people, ...rooms])]
  // An action whose name contains the word needs no condition of its own, because the search text of an audit entry
  // contains the name of its action. With fewer `or` conditions, PostgreSQL finds two words by one index lookup.
  // Otherwise it would read every entry that contains one of them.
  const actions = findActionsByText(word).filter((action) => !action.replaceAll(/[._]/g, ' ').includes(word))
  const arms = [
    sql`a.search_text like ${pattern}`,
    ...(actions.length > 0 ? [sql`a.action = any(${actions}::text[])`] : []),
    ...(ids.length > 0 ? [matchIds(ids)] : []),
    ...('system'.startsWith(word) && word.length >= MIN_LENGTH ? [sql`a.actor_id is null`] : []),
  ]
  return { condition: sql`(${sql.join(arms, sql` or `)})`, isTooCommon: people.length > MAX_PEOPLE }
}

/**
 * The condition that an entry refers to one of these people or rooms, since its search text may not contain their
 * names.
 */
function matchIds(ids: readonly string[]): RawBuilder<unknown> {
  return sql`(a.actor_id = any(${ids}::uuid[]) or a.subject_id = any(${ids}::text[])
    or a.person_id = any(${ids}::text[]) or a.room_id = any(${ids}::text[]))`
}

/** Finds people by name. Lists at most `MAX_PEOPLE + 1`, in addition to all matching admins and moderators. */
async function findPeople(db: Database, word: string): Promise<string[]> {
  const isCalled = sql`fold_text(p.full_name || ' ' || coalesce(p.dj_name, '')) like ${toLikePattern(word)}`
  const staff = sql`select p.id from user_roles r join profiles p on p.id = r.user_id
    where r.role in ('admin', 'moderator') and ${isCalled}`
  const { rows } = await sql<{ id: string }>`${staff} ${
    word.length < MIN_LENGTH
      ? sql``
      : sql`union (select p.id from profiles p where ${isCalled} limit ${sql.lit(MAX_PEOPLE + 1)})`
  }`.execute(db)
  return rows.map(({ id }) => id)
}

async function findRooms(db: Database, word: string): Promise<string[]> {
  if (word.length < MIN_LENGTH) return []
  const { rows } = await sql<{ id: string }>`
    select id from chat_rooms where fold_text(name) like ${toLikePattern(word)} limit ${sql.lit(MAX_ROOMS)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
