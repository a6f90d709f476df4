import { useCallback, useMemo, useState } from 'react'
import { useReaderZone } from '~/design/use-reader-zone'
import type { ChatMessage, RoomDetail } from '../../contract-shapes'
import { arrangeMessages, reusePreviousKeys } from '../../rules/arrange-messages'
import type { PendingMessage } from '../outbox/pending-message'
import { listMessages, type ListedMessage } from './listed-message'

/** CH-06: returns the rows to render, and a function that unfolds hidden people's messages. */
export function useMessageRows(
  messages: readonly ChatMessage[],
  pending: readonly PendingMessage[],
  meId: string,
  room: RoomDetail,
  newAfter: number | null,
) {
  const zone = useReaderZone() ?? 'UTC'
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const hiddenPeople = useMemo(() => new Set(room.hiddenPeople), [room.hiddenPeople])
  const arranged = useMemo(
    () =>
      arrangeMessages(listMessages(messages, pending, meId), {
        zone,
        meId,
        hiddenPeople,
        unfolded,
        newAfter: newAfter ?? undefined,
      }),
    [messages, pending, meId, zone, hiddenPeople, unfolded, newAfter],
  )
  // The next render reuses the keys of these rows, so store them with the arrangement they were made from.
  const [previous, setPrevious] = useState({ arranged, rows: arranged })
  const rows = previous.arranged === arranged ? previous.rows : reusePreviousKeys(arranged, previous.rows)
  if (previous.arranged !== arranged) setPrevious({ arranged, rows })
  const unfold = useCallback(
    (shown: readonly ListedMessage[]) =>
      setUnfolded((before) => new Set([...before, ...shown.map(({ id }) => id)])),
    [],
  )
  return { rows, unfold, hiddenPeople }
}
