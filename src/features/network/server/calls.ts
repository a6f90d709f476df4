import { sql } from 'kysely'
import { formatShortDate } from '~/lib/time'
import { signedIn } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { isId } from '~/lib/ids'
import { networkContract } from '../contract'
import { toRelationStatus } from '../rules/relation'
import { MUTUAL_SHOWN } from '../rules/network-limits'
import type { Relation } from '../contract'
import { changeConnection } from './change-connection'
import { blockPerson, unblockPerson } from './block-person'
import type { Context, ReadContext } from './context'
import { countConnections, listBlocked, listConnections } from './list-connections'
import { listMembers } from './list-members'
import { requestConnection } from './request-connection'
import { toRelationStatusOutput } from './relation-output'
import { selectConnectionIds } from './shared'
import { canSee, findPair } from './find-pair'

type MutualRow = { id: string; name: string; avatar_url: string | null; total: number }

const calls = implementCalls<Context>()(networkContract)

export const networkCalls = calls.router({
  relation: calls.relation.handler(async ({ context, input, errors }) => {
    const relation = await getRelation(context, input.id)
    if (!relation) throw errors.NOT_FOUND()
    return relation
  }),
  request: calls.request.handler(async ({ context, input, errors }) => {
    const outcome = await requestConnection(context, input)
    switch (outcome.kind) {
      case 'done':
        return toRelationStatusOutput(outcome.status)
      case 'self':
        throw errors.OWN_ACCOUNT()
      case 'not_found':
        throw errors.NOT_FOUND()
      case 'too_early':
    }
    throw errors.DECLINED({
      message: `They declined. You can send another request from ${formatShortDate(outcome.requestAgainAt, 'UTC')}.`,
      data: { requestAgainAt: outcome.requestAgainAt.toISOString() },
    })
  }),
  accept: calls.accept.handler(async ({ context, input, errors }) => {
    const status = await changeConnection(context, 'accept', input.id)
    if (!status) throw errors.NOT_FOUND()
    return toRelationStatusOutput(status)
  }),
  decline: calls.decline.handler(async ({ context, input, errors }) => {
    const status = await changeConnection(context, 'decline', input.id)
    if (!status) throw errors.NOT_FOUND()
    return toRelationStatusOutput(status)
  }),
  reopen: calls.reopen.handler(async ({ context, input, errors }) => {
    const status = await changeConnection(context, 'reopen', input.id)
    if (!status) throw errors.NOT_FOUND()
    return toRelationStatusOutput(status)
  }),
  withdraw: calls.withdraw.handler(async ({ context, input, errors }) => {
    const status = await changeConnection(context, 'withdraw', input.id)
    if (!status) throw errors.NOT_FOUND()
    return toRelationStatusOutput(status)
  }),
  remove: calls.remove.handler(async ({ context, input, errors }) => {
    const status = await changeConnection(context, 'remove', input.id)
    if (!status) throw errors.NOT_FOUND()
    return toRelationStatusOutput(status)
  }),
  block: calls.block.handler(async ({ context, input, errors }) => {
    if (input.id === signedIn(context).id) throw errors.OWN_ACCOUNT()
    if (!(await blockPerson(context, input.id))) throw errors.NOT_FOUND()
    return {}
  }),
  unblock: calls.unblock.handler(async ({ context, input }) => {
    await unblockPerson(context, input.id)
    return {}
  }),
  listBlocked: calls.listBlocked.handler(({ context, input }) => listBlocked(context, input)),
  list: calls.list.handler(({ context, input }) => listConnections(context, input)),
  counts: calls.counts.handler(({ context }) => countConnections(context)),
  listMembers: calls.listMembers.handler(({ context, input }) => listMembers(context, input)),
})

/** Returns the caller's relation to a person and their mutual connections; undefined for a person whom the caller can't see. */
async function getRelation(context: ReadContext, otherId: string): Promise<Relation | undefined> {
  const { db, now } = context
  const callerId = signedIn(context).id
  if (!isId(otherId) || !(await canSee(db, callerId, otherId))) return undefined
  const [row, { rows: mutual }] = await Promise.all([
    findPair(db, callerId, otherId),
    sql<MutualRow>`
      select p.id, p.display_name as name, p.avatar_url, count(*) over () as total
      from ${selectConnectionIds(sql`${callerId}::uuid`)} mine
      join ${selectConnectionIds(sql`${otherId}::uuid`)} theirs on theirs.id = mine.id
      join profiles p on p.id = mine.id
      where ${callerId}::uuid <> ${otherId}::uuid
      order by p.display_name, p.id limit ${sql.lit(MUTUAL_SHOWN)}`.execute(db),
  ])
  return {
    ...toRelationStatusOutput(toRelationStatus({ me: callerId, other: otherId }, row, now())),
    mutual: {
      count: mutual[0]?.total ?? 0,
      people: mutual.map(({ id, name, avatar_url }) => ({ id, name, avatarUrl: avatar_url })),
    },
  }
}
