import { createFileRoute } from '@tanstack/react-router'
import { createSharedFlyerPng } from '~/design/flyer/server/shared-flyer-png'
import { settings } from '~/features/settings/web/queries'
import { createFileResponse } from './-frame/file-response'

const size = { width: 1200, height: 630 }
// Bump when the drawing changes, so that cached pictures are replaced.
const DRAWING = 1

/** The site's name as a flyer, for link previews of pages without their own picture. */
export const Route = createFileRoute('/card.png')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const { name } = await settings.site.call()
        return createFileResponse(request, {
          type: 'image/png',
          version: JSON.stringify([DRAWING, size, name]),
          maxAgeSeconds: 3600,
          body: async () => new Uint8Array(await createSharedFlyerPng(name, size)),
        })
      },
    },
  },
})
