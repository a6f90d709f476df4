import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { MyEventsLoading } from '~/features/events/web/my-events/my-events-loading'
import { MyEventsPage } from '~/features/events/web/my-events/my-events-page'
import type { MyEvent } from '~/features/events/web/my-events/my-events-page-props'
import { myEventsQuery, ownSetsQuery } from '~/features/events/web/my-events/my-events-queries'
import {
  type EventChange,
  listChangeActions,
} from '~/features/tickets/web/event-changes/event-change-choices'
import { isMember } from '~/platform/rpc/access'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

const EventChangeDialog = lazy(async () => ({
  default: (await import('~/features/tickets/web/event-changes/event-change-dialog')).EventChangeDialog,
}))

export const Route = createFileRoute('/dashboard/events/')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureInfiniteQueryData(myEventsQuery()),
      // If the person's own sets fail to load, the page shows an error in their place.
      queryClient.prefetchQuery(ownSetsQuery()),
    ])
  },
  head: ({ match }) => createPrivateHead(match, 'My Events'),
  pendingMs: 300,
  pendingComponent: () => <MyEventsLoading />,
  errorComponent: ScreenFailed,
  component: MyEventsRoute,
})

const screens = {
  'check-in': '/dashboard/events/$id/check-in',
  settlement: '/dashboard/events/$id/settlement',
  analytics: '/dashboard/events/$id/analytics',
  edit: '/dashboard/events/$id/edit',
  guests: '/dashboard/events/$id/guests',
  page: '/events/$id',
} as const

function MyEventsRoute() {
  const { me } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const [changing, setChanging] = useState<{ event: MyEvent; change: EventChange }>()
  return (
    <>
      <MyEventsPage
        ownId={me.id}
        canCreate={isMember(me.roles)}
        moreChoices={(event) =>
          listChangeActions(event, event.actions, (change) => setChanging({ event, change }))
        }
        onDuplicated={(id) => void navigate({ to: '/dashboard/events/$id/edit', params: { id } })}
        onOpen={({ id }, screen) => void navigate({ to: screens[screen], params: { id } })}
      />
      {changing && (
        <Suspense fallback={null}>
          <EventChangeDialog
            eventId={changing.event.id}
            change={changing.change}
            onClose={() => setChanging(undefined)}
            onChanged={() => void queryClient.invalidateQueries(myEventsQuery())}
          />
        </Suspense>
      )}
    </>
  )
}
