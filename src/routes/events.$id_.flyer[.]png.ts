import { createFileRoute } from '@tanstack/react-router'
import { flyerPng } from '~/design/flyer/server/flyer-png'
import { startWords } from '~/features/events/web/event-words'
import { events } from '~/features/events/web/queries'
import { fileAnswer, textAnswer } from './-frame/file-answer'
import { isMissing } from './-frame/or-not-found'

const size = { width: 1200, height: 630 }
// Bump when the drawing itself changes, so that kept pictures are asked for again.
const DRAWING = 1

/** The flyer for link previews. */
export const Route = createFileRoute('/events/$id_/flyer.png')({
  server: {
    handlers: {
      GET: async ({ request, params: { id } }) => {
        try {
          const event = await events.get.call({ id })
          const start = startWords(event)
          return await fileAnswer(request, {
            type: 'image/png',
            version: JSON.stringify([DRAWING, size, event.title, start.both]),
            maxAgeSeconds: 3600,
            body: async () => new Uint8Array(await drawOnce(event.title, [start.day, start.clock])),
          })
        } catch (error) {
          if (isMissing(error)) return textAnswer(404, 'Event not found')
          throw error
        }
      },
    },
  },
})

// A drawing takes a tenth of a second of a core, and a link that spreads is asked for by many at once.
const drawn = new Map<string, Promise<Buffer>>()
const KEPT = 100

function drawOnce(title: string, meta: [string, string]): Promise<Buffer> {
  const key = JSON.stringify([title, meta])
  const known = drawn.get(key)
  if (known) return known
  const picture = flyerPng(title, { ...size, meta })
  drawn.set(key, picture)
  picture.catch(() => drawn.delete(key))
  const oldest = drawn.keys().next().value
  if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest)
  return picture
}
