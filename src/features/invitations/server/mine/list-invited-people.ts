import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import type { joinedPerson, myPeople } from '../../contract-mine'
import type { ReadContext } from '../context'

const MAX_JOINED = 100
const MAX_BEHIND = 20

type PersonRow = z.input<typeof joinedPerson> & { parentId: string }

/**
 * Returns the people who joined with the caller’s codes, and the people whom those invited. Deleted accounts are left
 * out; people below them still count.
 */
export async function listInvitedPeople(
  context: Pick<ReadContext, 'caller' | 'db'>,
): Promise<z.input<typeof myPeople>> {
  const { db } = context
  const { id } = requireCaller(context)
  const first = await listJoinedPeople(db, [id], MAX_JOINED)
  const second = await listJoinedPeople(
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
      ...person,
      people: second.filter(({ parentId }) => parentId === person.id),
    })),
    ...counts,
  }
}

async function listJoinedPeople(
  db: Database,
  parentIds: readonly string[],
  most: number,
): Promise<PersonRow[]> {
  if (parentIds.length === 0) return []
  const { rows } = await sql<PersonRow>`
    select t.id, t.parent_id as "parentId", p.full_name as name, p.avatar_url as "avatarUrl",
      p.is_public and not is_suspended(p.id) as "hasPage", t.joined_at as "joinedAt",
      t.reached - deleted_descendants(t) as behind
    from unnest(${[...parentIds]}::uuid[]) parent, lateral (
      select * from invitation_tree where parent_id = parent and left_at is null
      order by joined_at, id limit ${sql.lit(most)}) t join profiles p on p.id = t.id
    order by t.joined_at, t.id`.execute(db)
  return rows
}
