import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { Relation } from '../contract'
import { MUTUAL_SHOWN } from '../rules/network-limits'
import { standingOf } from '../rules/relation'
import type { ReadContext } from './context'
import { canSee, findPair } from './find-pair'
import { friendsOf } from './shared'
import { toStandingOutput } from './standing-output'

type MutualRow = { id: string; name: string; avatar_url: string | null; total: number }

/** How the caller stands to somebody, and whom both know. Undefined for whom they cannot know of. */
export async function getRelation(context: ReadContext, otherId: string): Promise<Relation | undefined> {
  const { db, now } = context
  const callerId = signedIn(context).id
  if (!isId(otherId) || !(await canSee(db, callerId, otherId))) return undefined
  const [row, { rows: mutual }] = await Promise.all([
    findPair(db, callerId, otherId),
    sql<MutualRow>`
      select p.id, p.display_name as name, p.avatar_url, count(*) over () as total
      from ${friendsOf(sql`${callerId}::uuid`)} mine
      join ${friendsOf(sql`${otherId}::uuid`)} theirs on theirs.id = mine.id
      join profiles p on p.id = mine.id
      where ${callerId}::uuid <> ${otherId}::uuid
      order by p.display_name, p.id limit ${sql.lit(MUTUAL_SHOWN)}`.execute(db),
  ])
  return {
    ...toStandingOutput(standingOf({ me: callerId, other: otherId }, row, now())),
    mutual: {
      count: mutual[0]?.total ?? 0,
      people: mutual.map(({ id, name, avatar_url }) => ({ id, name, avatarUrl: avatar_url })),
    },
  }
}
