import { sql } from 'kysely'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import type { TreeFound } from '../../contract-tree'
import { accountText } from '../account-search-text'
import type { ReadContext } from '../context'

const MAX_FOUND = 8
/** Limits how many matches of a common name are sorted; the admin can refine the search. */
const MAX_CANDIDATES = 200

/** Finds members by name or email, each with the path from the root. */
export async function findPeople({ db }: Pick<ReadContext, 'db'>, { q }: { q: string }): Promise<TreeFound> {
  const terms = splitSearchWords(q)
  if (terms.length === 0) return { found: [] }
  const isMatch = sql`${sql.join(
    terms.map((word) => sql`${accountText} like ${toLikePattern(word)}`),
    sql` and `,
  )}`
  const { rows } = await sql<{
    id: string
    name: string
    avatar_url: string | null
    email: string | null
    path: string[]
  }>`
    select f.id, f.full_name as name, f.avatar_url, f.email,
      array(select above.id from invitation_tree above where above.place = any (f.path)
        order by cardinality(above.path)) as path
    from (
      select p.id, p.full_name, p.avatar_url, p.email, t.path
      from profiles p join invitation_tree t on t.id = p.id where ${isMatch} limit ${sql.lit(MAX_CANDIDATES)}) f
    order by lower(f.full_name), f.id limit ${sql.lit(MAX_FOUND)}`.execute(db)
  return { found: rows.map(({ avatar_url, ...person }) => ({ ...person, avatarUrl: avatar_url })) }
}
