import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { InvitationsContext } from '../context'
import { tellWatchers } from '../watchers'

/**
 * Stops the codes of somebody and of everybody behind them from letting anybody in, or lets them work again; their places stay.
 * Admins are never paused: they could lift it themselves. Answers how many people it changed, undefined where there is no such
 * person; what is so already is left as it is and not written down again.
 */
export async function pauseBranch(
  context: InvitationsContext,
  { personId, isPaused }: { personId: string; isPaused: boolean },
): Promise<{ people: number } | undefined> {
  if (!isId(personId)) return undefined
  const changed = await context.db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('invitation_tree')
      .select('id')
      .where('id', '=', personId)
      .where('left_at', 'is', null)
      .executeTakeFirst()
    if (!known) return undefined
    // Locked in one order, so that two admins whose branches overlap wait for each other.
    const { rows } = await sql<{ id: string }>`
      with meant as materialized (
        select p.id from profiles p
        where p.id in (select b.id from invitation_branch(${personId}::uuid) b)
          and (p.invitations_paused_at is null) = ${isPaused}
          and not exists (select from user_roles r where r.user_id = p.id and r.role = 'admin')
        order by p.id for no key update of p
      )
      update profiles set invitations_paused_at = ${isPaused ? context.now() : null}::timestamptz
      where id in (select id from meant) returning id`.execute(trx)
    if (rows.length > 0)
      await recordAudit(trx, {
        actorId: signedIn(context).id,
        action: isPaused ? 'invitations.pause' : 'invitations.resume',
        subject: { type: 'person', id: personId },
        details: { count: rows.length },
        requestId: context.requestId,
      })
    return rows.map(({ id }) => id)
  })
  if (changed === undefined) return undefined
  if (changed.length > 0) await tellWatchers(context, changed)
  return { people: changed.length }
}
