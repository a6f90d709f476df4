import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { signedIn } from '~/platform/rpc/context'
import type { MyPeople } from '../../contract-mine'
import type { ReadContext } from '../context'

const MAX_JOINED = 100
const MAX_BEHIND = 20

interface PersonRow {
  id: string
  parent_id: string
  name: string
  avatar_url: string | null
  has_page: boolean
  joined_at: Date
  behind: number
}

/**
 * Returns the people who joined with the caller’s codes, and with theirs. Deleted accounts are left out; people below
 * them still count.
 */
export async function listMyPeople(context: Pick<ReadContext, 'caller' | 'db'>): Promise<MyPeople> {
  const { db } = context
  const { id } = signedIn(context)
  const first = await readJoined(db, [id], MAX_JOINED)
  const second = await readJoined(
    db,
    first.map((person) => person.id),
    MAX_BEHIND,
  )
  const { rows } = await sql<{ joined: number; behind: number }>`
    select joined, t.reached - deleted_descendants(t) - joined as behind from invitation_tree t, lateral (
      select count(*) as joined from invitation_tree c where c.parent_id = t.id and c.left_at is null) c
    where t.id = ${id}::uuid`.execute(db)
  const counts = rows[0] ?? { joined: 0, behind: 0 }
  return {
    people: first.map((person) => ({
      ...toJoined(person),
      people: second.filter(({ parent_id }) => parent_id === person.id).map(toJoined),
    })),
    ...counts,
  }
}

async function readJoined(db: Database, parentIds: readonly string[], most: number): Promise<PersonRow[]> {
  if (parentIds.length === 0) return []
  const { rows } = await sql<PersonRow>`
    select t.id, t.parent_id, p.full_name as name, p.avatar_url, p.is_public and not is_suspended(p.id) as has_page, t.joined_at,
      t.reached - deleted_descendants(t) as behind
    from unnest(${[...parentIds]}::uuid[]) parent, lateral (
      select * from invitation_tree where parent_id = parent and left_at is null
      order by joined_at, id limit ${sql.lit(most)}) t join profiles p on p.id = t.id
    order by t.joined_at, t.id`.execute(db)
  return rows
}

function toJoined({ id, name, avatar_url, has_page, joined_at, behind }: PersonRow) {
  return { id, name, avatarUrl: avatar_url, hasPage: has_page, joinedAt: joined_at.toISOString(), behind }
}
