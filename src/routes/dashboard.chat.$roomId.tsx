import { useQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { messagesQuery, roomQuery } from '~/features/chat/web/queries'
import { RoomPane } from '~/features/chat/web/rooms/room-pane'
import { RoomFailed, RoomLoading, RoomNotFound } from '~/features/chat/web/rooms/room-placeholders'
import { toRoomHref } from '~/features/chat/web/rooms/rooms-search'
import { useTabTitle } from '~/features/chat/web/rooms/use-tab-title'
import { isMissingResource, resolveOrThrowNotFound } from './-frame/not-found-errors'
import { isModerator } from './-app-shell/app-links'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/chat/$roomId')({
  loader: async ({ context: { queryClient }, params: { roomId } }) => {
    const room = await resolveOrThrowNotFound(queryClient.ensureQueryData(roomQuery(roomId)))
    if (room.canRead) await resolveOrThrowNotFound(queryClient.ensureInfiniteQueryData(messagesQuery(roomId)))
    return { name: room.name }
  },
  head: ({ match, loaderData }) => createPrivateHead(match, loaderData?.name ?? 'Chat'),
  pendingMs: 300,
  pendingComponent: RoomLoading,
  notFoundComponent: NotFoundRoute,
  errorComponent: FailedRoute,
  component: RoomRoute,
})

function useListHref(): string {
  return toRoomHref(undefined, Route.useSearch().q)
}

function RoomRoute() {
  const { roomId } = Route.useParams()
  const { me } = Route.useRouteContext()
  const { name } = Route.useLoaderData()
  const { q } = Route.useSearch()
  const navigate = Route.useNavigate()
  const listHref = useListHref()
  // No suspense: a room the person was removed from disappears immediately, and the pane explains it.
  const { data: room, error, refetch, isFetching } = useQuery(roomQuery(roomId))
  useTabTitle(room?.name ?? name)
  if (isMissingResource(error)) return <RoomNotFound listHref={listHref} />
  if (room === undefined)
    return error ? (
      <RoomFailed error={error} onRetry={() => void refetch()} isRetrying={isFetching} listHref={listHref} />
    ) : (
      <RoomLoading />
    )
  return (
    <RoomPane
      key={roomId}
      room={room}
      meId={me.id}
      isModerator={isModerator(me.roles)}
      listHref={listHref}
      onLeave={() => void navigate({ to: '/dashboard/chat', search: { q } })}
    />
  )
}

function NotFoundRoute() {
  return <RoomNotFound listHref={useListHref()} />
}

function FailedRoute({ error }: ErrorComponentProps) {
  const router = useRouter()
  // Invalidating the router refetches the room and renders it again. Resetting only the error boundary would render
  // it before anything is fetched, and fail.
  const retry = () => void router.invalidate()
  return <RoomFailed error={error} onRetry={retry} isRetrying={false} listHref={useListHref()} />
}
