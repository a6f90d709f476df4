import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { notificationsContract } from '../contract'

export const notifications = createFeatureClient<typeof notificationsContract>('notifications')

const PAGE = 20

export function notificationsQuery() {
  return notifications.list.infiniteOptions({
    input: (after: string | undefined) => ({ limit: PAGE, ...toCursorInput(after) }),
    ...followCursor,
  })
}

export function unreadQuery() {
  return notifications.unread.queryOptions({ staleTime: 60_000 })
}

export function emailPreferencesQuery() {
  return notifications.emailPreferences.queryOptions()
}

export function unsubscribeStatusQuery(token: string) {
  return notifications.unsubscribeStatus.queryOptions({ input: { token } })
}
