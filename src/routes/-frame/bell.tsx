import type { ComponentProps } from 'react'
import { useLazyModule } from '~/design/use-lazy-module'
import type { AnswerRequestButtons } from '~/features/network/web/answer-request-buttons'
import NotificationBell from '~/features/notifications/web/notification-bell'

const load = () => import('~/features/network/web/answer-request-buttons')

/**
 * The buttons that answer a connection request, loaded only for such a notification. If they fail to load, the
 * notification still links to the request.
 */
function RequestActions(props: ComponentProps<typeof AnswerRequestButtons>) {
  const part = useLazyModule(load, true)
  return part && <part.AnswerRequestButtons {...props} />
}

/** The notification bell, a separate part so that visitors never load it. */
export default function Bell() {
  return (
    <NotificationBell
      renderActions={({ kind, subjectId, actor }) =>
        kind === 'connection_request' && actor ? (
          <RequestActions connectionId={subjectId} personId={actor.id} name={actor.name} size="sm" />
        ) : null
      }
    />
  )
}
