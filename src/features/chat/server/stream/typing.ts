import { z } from 'zod'
import type { Live } from '~/platform/live/live'
import type { Audience } from './audience'
import { typingBytes } from './wire'

const AGAIN_MS = 3000
const SIGNAL = 'chat.typing'
const said = z.object({ roomId: z.string(), person: z.object({ id: z.string(), name: z.string() }) })

/** Shows others in the room who is typing, at most once in three seconds per person and room. */
export function createTyping({ live, audience }: { live: Live; audience: Audience }) {
  /** In the order of notification. */
  const toldAt = new Map<string, number>()

  function tellHere(roomId: string, person: { id: string; name: string }): void {
    audience.tell(roomId, person.id, typingBytes(roomId, person))
  }

  const stop = live.onSignal(SIGNAL, (payload) => {
    const parsed = said.safeParse(payload)
    if (parsed.success) tellHere(parsed.data.roomId, parsed.data.person)
  })

  return {
    tell(roomId: string, { id, name }: { id: string; name: string }): void {
      const now = performance.now()
      for (const [key, at] of toldAt) {
        if (now - at < AGAIN_MS) break
        toldAt.delete(key)
      }
      const key = `${roomId}:${id}`
      if (toldAt.has(key)) return
      toldAt.set(key, now)
      tellHere(roomId, { id, name })
      live.signal(SIGNAL, { roomId, person: { id, name } })
    },
    close: stop,
  }
}
