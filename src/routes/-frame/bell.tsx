import NotificationBell from '~/features/notifications/web/notification-bell'
import { AnswerRequest } from '~/features/network/web/answer-request'

/** The bell of whoever is signed in; a part of its own so that visitors never load it. */
export default function Bell() {
  return (
    <NotificationBell
      renderActions={({ kind, subjectId, actor }) =>
        kind === 'connection_request' && actor ? (
          <AnswerRequest connectionId={subjectId} personId={actor.id} name={actor.name} size="sm" />
        ) : null
      }
    />
  )
}
