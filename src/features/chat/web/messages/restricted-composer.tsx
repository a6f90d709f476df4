import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import type { RoomDetail } from '../../contract-shapes'
import { roomQuery } from '../queries'
import { ClosedComposer } from './closed-composer'

/** The interval at which a muted person’s page checks whether the mute has ended. */
const CHECK_INTERVAL_MS = 5000

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
    // The server decides when the mute has ended, and its clock may be behind the clock of this device.
    const timer = setInterval(() => {
      if (Date.now() > Date.parse(until)) void queryClient.invalidateQueries(roomQuery(roomId))
    }, CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [until, roomId, queryClient])
  const text = zone ? `You are muted until ${formatShort(until, zone)}` : 'You are muted'
  return (
    <ClosedComposer text={text}>
      {isEverywhere ? 'By a moderator, in every room' : 'By an admin, in this room'}: {reason}
    </ClosedComposer>
  )
}
