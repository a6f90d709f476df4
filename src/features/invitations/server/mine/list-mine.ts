import { sql } from 'kysely'
import { signedIn } from '~/platform/rpc/context'
import type { MyInvitations } from '../../contract-mine'
import { codesLeft } from '../../rules/allowance'
import { type CodeRow, codeColumns, toOwnCode, withPeople } from '../code-row'
import type { InvitationsContext } from '../context'
import { countOwn, readStanding } from './allowance'

const MOST_SHOWN = 200

/** A member's own codes, newest first, and how many are left to them. */
export async function listMine(
  context: Pick<InvitationsContext, 'caller' | 'db' | 'now' | 'settings'>,
): Promise<MyInvitations> {
  const { db, settings } = context
  const { id, roles } = signedIn(context)
  const now = context.now()
  const [{ rows }, counts, standing, { invitationsPerMember }] = await Promise.all([
    sql<CodeRow>`
      select ${codeColumns} from (
        select * from invitations where created_by = ${id}::uuid order by created_at desc, id desc limit ${sql.lit(MOST_SHOWN)}) i
      ${withPeople} order by i.created_at desc, i.id desc`.execute(db),
    countOwn(db, id, now),
    readStanding(db, id),
    settings.read(),
  ])
  const isLimited = !roles.includes('admin')
  return {
    codes: rows.map((row) => toOwnCode(row, now)),
    left: isLimited ? codesLeft({ most: invitationsPerMember, ...counts }) : null,
    most: isLimited ? invitationsPerMember : null,
    isPaused: standing?.invitations_paused_at != null,
  }
}
