import { createFileRoute } from '@tanstack/react-router'
import { NoRoomChosen } from '~/features/chat/web/rooms/room-placeholders'
import { useTabTitle } from '~/features/chat/web/rooms/use-tab-title'

export const Route = createFileRoute('/dashboard/chat/')({ component: NoRoomRoute })

function NoRoomRoute() {
  useTabTitle('Chat')
  return <NoRoomChosen />
}
