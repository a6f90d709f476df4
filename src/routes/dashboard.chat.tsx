import { createFileRoute, Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { MessageButton } from '~/features/chat/web/direct/message-button'
import { type PersonCardParts, PersonCardPartsContext } from '~/features/chat/web/messages/person-card-parts'
import { roomsQuery } from '~/features/chat/web/queries'
import { ChatScreen } from '~/features/chat/web/rooms/chat-screen'
import { parseRoomsSearch } from '~/features/chat/web/rooms/rooms-search'
import { ReportPerson } from '~/features/chat/web/report/report-person'
import { MemberSummary, MemberLink } from '~/features/members/web/member-summary'
import { ConnectButton } from '~/features/network/web/connect-button'
import { MutualCount } from '~/features/network/web/mutual-connections'
import { createPrivateHead } from './-frame/page-head'

/** CH-01: the rooms, next to any open room. */
export const Route = createFileRoute('/dashboard/chat')({
  staticData: { fillsScreen: true },
  validateSearch: parseRoomsSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  loader: async ({ context: { queryClient }, deps: { q } }) => {
    // CH-09: rooms that failed to load are only logged; the pane retries.
    const read = queryClient.prefetchQuery(roomsQuery(q ?? ''))
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => createPrivateHead(match, 'Chat'),
  component: ChatRoute,
})

const personParts: PersonCardParts = {
  facts: ({ id }) => (
    <>
      <MemberSummary id={id} />
      <MutualCount personId={id} />
    </>
  ),
  actions: ({ id, name }, close) => (
    <>
      <ReportPerson personId={id} name={name}>
        {(report) => (
          <ConnectButton
            personId={id}
            name={name}
            isSignedIn
            size="sm"
            whenConnected={<MessageButton personId={id} name={name} size="sm" />}
            onReport={report}
            onBlocked={close}
          />
        )}
      </ReportPerson>
      <MemberLink id={id} />
    </>
  ),
}

function ChatRoute() {
  const { q } = Route.useSearch()
  const roomId = useParams({ strict: false, select: (params) => params.roomId })
  // Not `Route.useNavigate`: there, '.' means the list of rooms, so a search would close the open room.
  const navigate = useNavigate()
  const router = useRouter()
  return (
    <PersonCardPartsContext value={personParts}>
      <ChatScreen
        q={q}
        roomId={roomId}
        onSearchChange={(next) => {
          // A search starts after a pause in typing. It must not leave a page that the person opened in the pause.
          if (!router.latestLocation.pathname.startsWith('/dashboard/chat')) return
          void navigate({ to: '.', search: { q: next }, replace: true, resetScroll: false })
        }}
        onCreated={(id) =>
          void navigate({ to: '/dashboard/chat/$roomId', params: { roomId: id }, search: {} })
        }
      >
        <Outlet />
      </ChatScreen>
    </PersonCardPartsContext>
  )
}
