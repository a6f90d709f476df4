import { createFileRoute, Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { roomsQuery } from '~/features/chat/web/queries'
import { ChatScreen } from '~/features/chat/web/rooms/chat-screen'
import { readRoomsSearch } from '~/features/chat/web/rooms/rooms-search'
import { privateHead } from './-frame/page-head'

/** CH-01: the rooms, beside every room and beside none. */
export const Route = createFileRoute('/dashboard/chat')({
  staticData: { isWhole: true },
  validateSearch: readRoomsSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  loader: async ({ context: { queryClient }, deps: { q } }) => {
    // CH-09: rooms that did not load are only logged; the pane tries again.
    const read = queryClient.prefetchQuery(roomsQuery(q ?? ''))
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => privateHead(match, 'Chat'),
  component: ChatRoute,
})

function ChatRoute() {
  const { q } = Route.useSearch()
  const roomId = useParams({ strict: false, select: (params) => params.roomId })
  // Not Route's own: '.' of that one is the list, and searching would close the room that is open.
  const navigate = useNavigate()
  const router = useRouter()
  return (
    <ChatScreen
      q={q}
      roomId={roomId}
      onSearchChange={(next) => {
        // A search that settles late must not call people back from where they went.
        if (!router.latestLocation.pathname.startsWith('/dashboard/chat')) return
        void navigate({ to: '.', search: { q: next }, replace: true, resetScroll: false })
      }}
      onCreated={(id) => void navigate({ to: '/dashboard/chat/$roomId', params: { roomId: id }, search: {} })}
    >
      <Outlet />
    </ChatScreen>
  )
}
