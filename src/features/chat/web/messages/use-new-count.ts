import { useState } from 'react'
import type { ChatMessage } from '../../contract-shapes'

type Watched = {
  messages: readonly ChatMessage[]
  meId: string
  hiddenPeople: ReadonlySet<string>
  isAtEnd: boolean
}

/** How many messages of others came since one left the end of the list. */
export function useNewCount({ messages, meId, hiddenPeople, isAtEnd }: Watched): number {
  const newest = messages.at(-1)?.seq ?? 0
  const [seenTo, setSeenTo] = useState(newest)
  if (isAtEnd && seenTo !== newest) setSeenTo(newest)
  if (isAtEnd || newest <= seenTo) return 0
  return messages.filter(
    ({ seq, sender, isHidden }) =>
      seq > seenTo && !isHidden && sender?.id !== meId && !(sender && hiddenPeople.has(sender.id)),
  ).length
}
