import { sql } from 'kysely'
import { requireCaller } from '~/platform/rpc/context'
import { countCodesLeft } from '../../rules/allowance'
import { calls } from '../call-implementer'
import { revokeCode } from '../revoke-code'
import { sendCode } from '../send-code'
import type { InvitationsContext } from '../context'
import { type CodeRow, codeColumns, toCode, withPeople } from '../code-row'
import { generateOwnCode } from './generate-own-code'
import { listInvitedPeople } from './list-invited-people'
import { countOwnCodes, findPauseStatus } from './allowance'

const MAX_SHOWN = 200

export const mineCalls = {
  list: calls.mine.list.handler(({ context }) => getMyInvitations(context)),
  generate: calls.mine.generate.handler(({ context, input }) => generateOwnCode(context, input)),
  revoke: calls.mine.revoke.handler(async ({ context, input }) => {
    await revokeCode(context, { ...input, ownerId: requireCaller(context).id })
    return {}
  }),
  send: calls.mine.send.handler(async ({ context, input }) => {
    await sendCode(context, { ...input, ownerId: requireCaller(context).id })
    return {}
  }),
  people: calls.mine.people.handler(({ context }) => listInvitedPeople(context)),
}

/** Returns a member’s own codes, newest first, and the remaining allowance. */
async function getMyInvitations(context: Pick<InvitationsContext, 'caller' | 'db' | 'now' | 'settings'>) {
  const { db, settings } = context
  const { id, roles } = requireCaller(context)
  const now = context.now()
  const [{ rows }, counts, pauseStatus, { invitationsPerMember }] = await Promise.all([
    sql<CodeRow>`
      select ${codeColumns} from (
        select * from invitations where created_by = ${id}::uuid order by created_at desc, id desc limit ${sql.lit(MAX_SHOWN)}) i
      ${withPeople} order by i.created_at desc, i.id desc`.execute(db),
    countOwnCodes(db, id, now),
    findPauseStatus(db, id),
    settings.read(),
  ])
  const isLimited = !roles.includes('admin')
  return {
    codes: rows.map((row) => toCode(row, now)),
    left: isLimited ? countCodesLeft({ most: invitationsPerMember, ...counts }) : null,
    most: isLimited ? invitationsPerMember : null,
    isPaused: pauseStatus?.invitations_paused_at != null,
  }
}
