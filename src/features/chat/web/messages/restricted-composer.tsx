import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import type { RoomDetail } from '../../contract-shapes'
import { roomQuery } from '../queries'
import { ClosedComposer } from './closed-composer'

type RestrictedComposerProps = { room: RoomDetail; joinAction: ReactNode | undefined }

/** Replaces the composer while the reader can't write; their draft stays stored. */
export function RestrictedComposer({ room, joinAction }: RestrictedComposerProps) {
  switch (room.writeRestriction?.kind) {
    case 'muted':
      return <MutedComposer roomId={room.id} muted={room.writeRestriction} />
    case 'archived':
      return <ClosedComposer text="This room is archived. You can’t write here." />
    case 'closed':
      return <ClosedComposer text="You can’t write to this person." />
    default:
      return <ClosedComposer text="Join the room to send messages" action={joinAction} />
  }
}

type MutedProps = { roomId: string; muted: { until: string; isEverywhere: boolean; reason: string } }

function MutedComposer({ roomId, muted: { until, isEverywhere, reason } }: MutedProps) {
  const zone = useReaderZone()
  const queryClient = useQueryClient()
  useEffect(() => {
    // Ask the server again one second after the mute ends, or in one second if it is already over by this device's
    // clock.
    const left = Math.max(1000, Date.parse(until) - Date.now() + 1000)
    const timer = setTimeout(() => void queryClient.invalidateQueries(roomQuery(roomId)), left)
    return () => clearTimeout(timer)
  }, [until, roomId, queryClient])
  const text = zone ? `You are muted until ${formatShort(until, zone)}` : 'You are muted'
  return (
    <ClosedComposer text={text}>
      {isEverywhere ? 'By a moderator, in every room' : 'By an admin, in this room'}: {reason}
    </ClosedComposer>
  )
}
