import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { InvitationsContext } from '../context'
import { refuse } from '../refused-error'
import { refreshInvitationScreens } from '../refresh-screens'

/**
 * Pauses or resumes the codes of a person and everyone below them; their positions in the tree stay. Never pauses
 * admins, who could undo it themselves. Returns the number of changed people. Unchanged people are not logged.
 * @throws NOT_FOUND when the person is not in the tree or was deleted
 */
export async function pauseBranch(
  context: InvitationsContext,
  { personId, isPaused }: { personId: string; isPaused: boolean },
): Promise<{ people: number }> {
  if (!isId(personId)) throw refuse('NOT_FOUND')
  const changed = await context.db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('invitation_tree')
      .select('id')
      .where('id', '=', personId)
      .where('left_at', 'is', null)
      .executeTakeFirst()
    if (!known) throw refuse('NOT_FOUND')
    // Locked in a fixed order, so that admins with overlapping branches do not deadlock.
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
        actorId: requireCaller(context).id,
        action: isPaused ? 'invitations.pause' : 'invitations.resume',
        subject: { type: 'person', id: personId },
        details: { count: rows.length },
        requestId: context.requestId,
      })
    return rows.map(({ id }) => id)
  })
  if (changed.length > 0) await refreshInvitationScreens(context, changed)
  return { people: changed.length }
}
