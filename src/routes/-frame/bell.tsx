import { lazy, Suspense } from 'react'
import NotificationBell from '~/features/notifications/web/notification-bell'

// Only a list with a request in it needs this.
const AnswerRequest = lazy(async () => {
  const { AnswerRequest: Answer } = await import('~/features/network/web/answer-request')
  return { default: Answer }
})

/** The bell of whoever is signed in; a part of its own so that visitors never load it. */
export default function Bell() {
  return (
    <NotificationBell
      renderActions={({ kind, subjectId, actor }) =>
        kind === 'connection_request' && actor ? (
          <Suspense fallback={null}>
            <AnswerRequest connectionId={subjectId} personId={actor.id} name={actor.name} size="sm" />
          </Suspense>
        ) : null
      }
    />
  )
}
