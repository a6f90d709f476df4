import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { type TimeOrder, createTimePageClauses } from '~/database/time-page-clauses'
import { type PageInput, readTimePage } from '~/lib/list-page'
import type { z } from 'zod'
import type { codeList } from '../../contract-codes'
import { type InvitationStatus, normalizeCode } from '../../rules/invitation-code'
import { type CodeRow, codeColumns, toCode, withPeople } from '../code-row'
import type { ReadContext } from '../context'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import { accountText } from '../account-search-text'

/**
 * If more people than this match a search, it walks all codes in list order, instead of using the index of codes by
 * person.
 */
const MAX_PEOPLE = 200

/**
 * A search first tests a sample: the next codes in list order, or the newest people. This is its size. With fewer
 * than COMMON matches among the codes, the words are rare, so the trigram index finds all matches quickly.
 */
const SAMPLE = 500

const COMMON = 3

/** A name is common if at least this many of the newest SAMPLE people match it: their codes then fill a page. */
const COMMON_NAME = 25

const MAX_WALK_LENGTH = 20_000

const PAGE = 25

export interface CodeSearch extends PageInput {
  q?: string | undefined
  status?: InvitationStatus | undefined
}

/** Lists a page of codes, newest first. The page’s position and the number of codes don’t affect the time it takes. */
export async function listCodes(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { q = '', status, after, before }: CodeSearch,
  limit = PAGE,
): Promise<z.input<typeof codeList> & { codes: CodeRow[] }> {
  const { shown, ...page } = await readTimePage({ after, before }, limit, async (start, most) => {
    const walk = createTimePageClauses('i', start, [hasStatus(status, now())])
    return listCodesByIds(db, await findCodes(db, { q, walk, rows: most }), walk, most)
  })
  return { codes: shown.map((row) => toCode(row, now())), ...page }
}

async function listCodesByIds(
  db: Database,
  ids: RawBuilder<{ id: string }>,
  { order, micros }: TimeOrder,
  most: number,
) {
  const { rows } = await sql<CodeRow & { micros: number }>`
    select ${codeColumns}, ${micros} as micros
    from (select i.id from (${ids}) i order by ${order} limit ${sql.lit(most)}) found
      join invitations i using (id) ${withPeople}
    order by ${order}`.execute(db)
  return rows
}

/** Literals, not parameters, so that the planner finds the index with the list order. */
function hasStatus(status: InvitationStatus | undefined, now: Date): RawBuilder<boolean> {
  if (status === undefined) return sql`true`
  if (status !== 'pending') return sql`i.status = ${sql.lit(status)}`
  return sql`i.status = 'pending' and (i.expires_at is null or i.expires_at > ${now})`
}

/**
 * Returns a query for the id and time of at least the first `rows` matching codes in list order, without sorting all
 * matches. A code matches if it begins with the search. It also matches if its note and address, its creator or its
 * user contain all words.
 */
async function findCodes(
  db: Database,
  { q, walk, rows }: { q: string; walk: TimeOrder; rows: number },
): Promise<RawBuilder<{ id: string }>> {
  const page = sql`order by ${walk.order} limit ${sql.lit(rows)}`
  const selectCodes = (condition: RawBuilder<boolean>) =>
    sql<{
      id: string
    }>`select i.id, i.created_at from invitations i where ${condition} and ${walk.where} ${page}`
  // Subqueries hide the values from the planner, so that all searches share one cached plan.
  const patterns = splitSearchWords(q).map((word) => sql`(select ${toLikePattern(word)}::text)`)
  if (patterns.length === 0)
    return sql`select i.id, i.created_at from invitations i where ${walk.where} ${page}`
  const hasPatterns = (text: RawBuilder<unknown>) =>
    sql<boolean>`${sql.join(
      patterns.map((word) => sql`${text} like ${word}`),
      sql` and `,
    )}`
  const isPrefix = hasPrefix(normalizeCode(q))
  const isIncluded = hasPatterns(sql`i.search_text`)
  const isCalled = hasPatterns(accountText)
  const people = (await isCommonName(db, isCalled)) ? undefined : await findPeople(db, isCalled)
  if (people === undefined || people.length > MAX_PEOPLE) {
    const isNamed = sql<boolean>`exists (
      select from profiles p where p.id in (i.created_by, i.used_by) and ${isCalled})`
    return selectCodes(sql`(${isPrefix} or ${isIncluded} or ${isNamed})`)
  }
  const queries = [
    selectCodes(isPrefix),
    findByContent(isIncluded, { walk, page, rows }),
    sql<{ id: string }>`
      select made.id, made.created_at from unnest(${people}::uuid[]) person,
        lateral (${selectCodes(sql`i.created_by = person`)}) made`,
    sql<{
      id: string
    }>`select i.id, i.created_at from invitations i where i.used_by = any (${people}::uuid[]) and ${walk.where}`,
  ]
  return sql`${sql.join(
    queries.map((way) => sql`(${way})`),
    sql` union `,
  )}`
}

/** Matches the first characters of a code; false if the input cannot begin a code. */
function hasPrefix(code: string): RawBuilder<boolean> {
  if (!/^[A-Z0-9]{1,8}$/.test(code)) return sql`false`
  // “[” is the character after “Z” in byte order, so it is the upper bound of the range.
  return sql`i.code collate "C" >= ${code} and i.code collate "C" < ${`${code}[`}`
}

/**
 * Finds codes by their note and email address. For a common word, walking the list in order fills the page quickly.
 * For a rare word, the trigram index returns few matches.
 */
function findByContent(
  isIncluded: RawBuilder<boolean>,
  { walk, page, rows }: { walk: TimeOrder; page: RawBuilder<unknown>; rows: number },
): RawBuilder<{ id: string }> {
  const selectNext = (count: number) => sql`
    select i.id, i.created_at, i.search_text from invitations i where ${walk.where} order by ${walk.order} limit ${sql.lit(count)}`
  return sql`
    with sample as materialized (
      select count(*) filter (where ${isIncluded}) >= ${sql.lit(COMMON)} as is_common from (${selectNext(SAMPLE)}) i
    ), walked as materialized (
      select i.id, i.created_at from (${selectNext(MAX_WALK_LENGTH)}) i where ${isIncluded} and (select is_common from sample) ${page}
    )
    select id, created_at from walked
    union
    (select i.id, i.created_at from (
      select i.* from invitations i
      where ${isIncluded} and i.search_text <> ' ' and (select count(*) < ${sql.lit(rows)} from walked)
      -- A fence: without it the planner would walk in order here too, hoping to fill the page soon.
      offset 0
    ) i where ${walk.where} ${page})`
}

/**
 * Returns whether many of the newest people have this name. The index would then collect thousands of people for one
 * page.
 */
async function isCommonName(db: Database, isMatch: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ is_common: boolean }>`
    select count(*) filter (where ${isMatch} and exists (select from invitation_tree t where t.id = p.id))
      >= ${sql.lit(COMMON_NAME)} as is_common
    from (select * from profiles order by created_at desc, id desc limit ${sql.lit(SAMPLE)}) p`.execute(db)
  return rows[0]?.is_common ?? false
}

/**
 * Finds members by name or email: only members create or use codes. Returns up to MAX_PEOPLE + 1, so a full result
 * means too many.
 */
async function findPeople(db: Database, isMatch: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from profiles p where ${isMatch} and exists (select from invitation_tree t where t.id = p.id)
    limit ${sql.lit(MAX_PEOPLE + 1)}`.execute(db)
  return rows.map(({ id }) => id)
}
