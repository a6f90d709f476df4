import { createFileRoute } from '@tanstack/react-router'
import { createSharedFlyerPng } from '~/design/flyer/server/shared-flyer-png'
import { getDjPaperStock } from '~/features/members/web/dj-cover'
import { members } from '~/features/members/web/queries'
import { createFileResponse, createTextResponse } from './-frame/file-response'
import { isMissingResource } from './-frame/not-found-errors'

const size = { width: 1200, height: 630 }
// Bump when the drawing changes, so that cached pictures are replaced.
const DRAWING = 1

export const Route = createFileRoute('/dj/$id_/card.png')({
  server: {
    handlers: {
      GET: async ({ request, params: { id } }) => {
        try {
          const dj = await members.getDj.call({ id })
          // Along the top: genres and location.
          const meta = [dj.genres.join(', '), dj.location ?? ''] as const
          const stock = getDjPaperStock(dj)
          return await createFileResponse(request, {
            type: 'image/png',
            version: JSON.stringify([DRAWING, size, dj.name, stock, meta]),
            maxAgeSeconds: 3600,
            body: async () => new Uint8Array(await createSharedFlyerPng(dj.name, { ...size, stock, meta })),
          })
        } catch (error) {
          if (isMissingResource(error)) return createTextResponse(404, 'DJ not found')
          throw error
        }
      },
    },
  },
})
