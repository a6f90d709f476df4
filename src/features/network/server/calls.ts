import { sql } from 'kysely'
import type { z } from 'zod'
import { requireCaller } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { isId } from '~/lib/ids'
import { networkContract } from '../contract'
import { toRelationStatus } from '../rules/relation'
import { MUTUAL_SHOWN } from '../rules/network-limits'
import type { relation } from '../contract'
import { changeConnection } from './change-connection'
import { blockPerson, unblockPerson } from './block-person'
import type { Context, ReadContext } from './context'
import { countConnections, listBlockedPeople, listConnections } from './list-connections'
import { listMembers } from './list-members'
import { refuse } from './refused-error'
import { requestConnection } from './request-connection'
import { selectConnectionIds } from './shared-facts'
import { canSeePerson, findConnectionBetween } from './find-connection'

type Relation = z.input<typeof relation>
type MutualRow = Relation['mutual']['people'][number] & { total: number }

const calls = implementCalls<Context>()(networkContract)

export const networkCalls = calls.router({
  relation: calls.relation.handler(({ context, input }) => getRelation(context, input.id)),
  request: calls.request.handler(({ context, input }) => requestConnection(context, input)),
  accept: calls.accept.handler(({ context, input }) => changeConnection(context, 'accept', input.id)),
  decline: calls.decline.handler(({ context, input }) => changeConnection(context, 'decline', input.id)),
  reopen: calls.reopen.handler(({ context, input }) => changeConnection(context, 'reopen', input.id)),
  withdraw: calls.withdraw.handler(({ context, input }) => changeConnection(context, 'withdraw', input.id)),
  remove: calls.remove.handler(({ context, input }) => changeConnection(context, 'remove', input.id)),
  block: calls.block.handler(async ({ context, input }) => {
    await blockPerson(context, input.id)
    return {}
  }),
  unblock: calls.unblock.handler(async ({ context, input }) => {
    await unblockPerson(context, input.id)
    return {}
  }),
  listBlocked: calls.listBlocked.handler(({ context, input }) => listBlockedPeople(context, input)),
  list: calls.list.handler(({ context, input }) => listConnections(context, input)),
  counts: calls.counts.handler(({ context }) => countConnections(context)),
  listMembers: calls.listMembers.handler(({ context, input }) => listMembers(context, input)),
})

/** Returns the caller's relation to a person whom the caller can see, and their mutual connections. */
async function getRelation(context: ReadContext, otherId: string): Promise<Relation> {
  const { db, now } = context
  const callerId = requireCaller(context).id
  if (!isId(otherId) || !(await canSeePerson(db, callerId, otherId))) throw refuse('NOT_FOUND')
  const [row, { rows: mutual }] = await Promise.all([
    findConnectionBetween(db, callerId, otherId),
    sql<MutualRow>`
      select p.id, p.display_name as name, p.avatar_url as "avatarUrl", count(*) over () as total
      from ${selectConnectionIds(sql`${callerId}::uuid`)} mine
      join ${selectConnectionIds(sql`${otherId}::uuid`)} theirs on theirs.id = mine.id
      join profiles p on p.id = mine.id
      where ${callerId}::uuid <> ${otherId}::uuid
      order by p.display_name, p.id limit ${sql.lit(MUTUAL_SHOWN)}`.execute(db),
  ])
  return {
    ...toRelationStatus({ me: callerId, other: otherId }, row, now()),
    mutual: { count: mutual[0]?.total ?? 0, people: mutual },
  }
}
