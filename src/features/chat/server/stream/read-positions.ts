import { z } from 'zod'
import type { Live } from '~/platform/live/live'
import type { Audience } from './audience'
import { type ReadPosition, encodeRead } from './encode-events'

const SIGNAL = 'chat.read'
const position = z.object({ roomId: z.string(), seq: z.number(), lastReadSeq: z.number() })
const signalPayload = z.object({ userId: z.string(), position })

/** Sends a person's read position to their own tabs and devices, so that none of them has to poll. */
export function createReadPositions({ live, audience }: { live: Live; audience: Audience }) {
  const stop = live.onSignal(SIGNAL, (payload) => {
    const { success, data } = signalPayload.safeParse(payload)
    if (success) audience.notifyPerson(data.userId, encodeRead(data.position))
  })
  return {
    notify(userId: string, read: ReadPosition): void {
      audience.notifyPerson(userId, encodeRead(read))
      live.signal(SIGNAL, { userId, position: read }, { userId })
    },
    close: stop,
  }
}
