import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { InvitationsContext } from '../context'
import { notifyWatchers } from '../watchers'

/**
 * Pauses or resumes the codes of a person and everyone below them; their positions in the tree stay. Never pauses
 * admins, who could undo it themselves. Returns the number of changed people, or undefined if the person does not
 * exist. Unchanged people are not logged.
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
        actorId: signedIn(context).id,
        action: isPaused ? 'invitations.pause' : 'invitations.resume',
        subject: { type: 'person', id: personId },
        details: { count: rows.length },
        requestId: context.requestId,
      })
    return rows.map(({ id }) => id)
  })
  if (changed === undefined) return undefined
  if (changed.length > 0) await notifyWatchers(context, changed)
  return { people: changed.length }
}
