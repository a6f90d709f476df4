import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from './context'
import { notBlocked } from './exclude-blocked'

type MarkContext = Pick<Context, 'caller' | 'db' | 'live' | 'now'>

// The interface shows larger counts as 99+, so counting stops here.
const MAX_COUNTED = 100

export async function countUnread({
  caller,
  db,
}: Pick<Context, 'caller' | 'db'>): Promise<{ count: number }> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('notifications as n')
        .select('n.id')
        .where('n.user_id', '=', requireCaller({ caller }).id)
        .where('n.read_at', 'is', null)
        .where(notBlocked)
        .limit(MAX_COUNTED)
        .as('unread'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count }
}

/**
 * Marks some or all of the caller's notifications as read. Notifications that need an answer keep their buttons. The
 * caller's other tabs update.
 */
export async function markRead(
  { caller, db, live, now }: MarkContext,
  ids?: readonly string[],
): Promise<Record<string, never>> {
  const userId = requireCaller({ caller }).id
  const known = ids?.filter(isId)
  if (known?.length === 0) return {}
  const { numUpdatedRows } = await db
    .with('held', (query) =>
      query
        .selectFrom('notifications')
        .where('user_id', '=', userId)
        .where('read_at', 'is', null)
        .$if(known !== undefined, (held) => held.where('id', 'in', known ?? []))
        .select('id')
        // Same order as `settleNotifications`, to avoid a deadlock.
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('notifications as n')
    .from('held')
    .whereRef('n.id', '=', 'held.id')
    .set({ read_at: now() })
    .executeTakeFirst()
  if (numUpdatedRows > 0n) live.publish([userId], ['notifications'])
  return {}
}
