import { readPage } from '~/lib/list-page'
import { requireCaller } from '~/platform/rpc/context'
import { type NotificationItem, notificationCursor } from '../contract'
import { isNotificationKind, getKindConfig } from '../rules/notification-kind'
import { describeNotification } from '../rules/describe-notification'
import type { Context } from './context'
import { notBlocked } from './exclude-blocked'
import { parseFacts } from './notification-facts'

/** Lists the caller's notifications, newest first. Sorts by id, because ids ascend with time. */
export async function listNotifications(
  { caller, db }: Pick<Context, 'caller' | 'db'>,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ notices: NotificationItem[]; nextCursor: string | null }> {
  const query = db
    .selectFrom('notifications as n')
    .leftJoin('profiles as p', 'p.id', 'n.actor_id')
    .select(['n.id', 'n.kind', 'n.subject_id', 'n.facts', 'n.read_at', 'n.settled_at', 'n.created_at'])
    .select(['p.id as actor_id', 'p.display_name', 'p.avatar_url'])
    .where('n.user_id', '=', requireCaller({ caller }).id)
    // Blocking a person also hides earlier notifications about them.
    .where(notBlocked)
    .orderBy('n.id', 'desc')
  const { shown, nextCursor } = await readPage({ after }, limit, {
    cursor: notificationCursor,
    read: ({ row: last }, most) => (last ? query.where('n.id', '<', last[0]) : query).limit(most).execute(),
    getKey: ({ id }) => [id],
  })
  const notices = shown.flatMap((row): NotificationItem[] => {
    // Skips kinds that a newer release has stored in this database.
    if (!isNotificationKind(row.kind)) return []
    const subjectId = row.subject_id ?? ''
    return [
      {
        id: row.id,
        kind: row.kind,
        subjectId,
        actor:
          row.actor_id === null
            ? null
            : { id: row.actor_id, name: row.display_name ?? '', avatarUrl: row.avatar_url },
        segments: describeNotification(row.kind, row.display_name, parseFacts(row.facts)),
        link: getKindConfig(row.kind).link(subjectId),
        action: row.settled_at === null ? getKindConfig(row.kind).actionLabel : null,
        readAt: row.read_at?.toISOString() ?? null,
        at: row.created_at.toISOString(),
      },
    ]
  })
  return { notices, nextCursor }
}
