import { z } from 'zod'
import type { Live } from '~/platform/live/live'
import { type Audience, getRoomChannel } from './audience'
import { encodeTyping } from './encode-events'

const REPEAT_MS = 3000
const SIGNAL = 'chat.typing'
const signalPayload = z.object({ roomId: z.string(), person: z.object({ id: z.string(), name: z.string() }) })

/** Shows others in the room who is typing, at most once in three seconds per person and room. */
export function createTyping({ live, audience }: { live: Live; audience: Audience }) {
  /** The time of the last typing signal sent to others, keyed by room and person; oldest first. */
  const notifiedAt = new Map<string, number>()

  function deliverLocally(roomId: string, person: { id: string; name: string }): void {
    audience.notifyRoom(roomId, person.id, encodeTyping(roomId, person))
  }

  const stop = live.onSignal(SIGNAL, (payload) => {
    const parsed = signalPayload.safeParse(payload)
    if (parsed.success) deliverLocally(parsed.data.roomId, parsed.data.person)
  })

  return {
    notify(roomId: string, { id, name }: { id: string; name: string }): void {
      const now = performance.now()
      for (const [key, at] of notifiedAt) {
        if (now - at < REPEAT_MS) break
        notifiedAt.delete(key)
      }
      const key = `${roomId}:${id}`
      if (notifiedAt.has(key)) return
      notifiedAt.set(key, now)
      deliverLocally(roomId, { id, name })
      live.signal(SIGNAL, { roomId, person: { id, name } }, { name: getRoomChannel(roomId) })
    },
    close: stop,
  }
}
