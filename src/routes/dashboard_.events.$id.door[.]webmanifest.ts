import { createFileRoute } from '@tanstack/react-router'
import { settings } from '~/features/settings/web/queries'
import { isId } from '~/lib/ids'
import { fileAnswer, textAnswer } from './-frame/file-answer'

const sizes = [192, 512]

/** So that a phone may put one event's door on its home screen. It says nothing about the event: phones fetch it signed out. */
export const Route = createFileRoute('/dashboard_/events/$id/door.webmanifest')({
  server: {
    handlers: {
      GET: async ({ request, params: { id } }) => {
        if (!isId(id)) return textAnswer(404, 'Event not found')
        const { name } = await settings.site.call()
        const path = `/dashboard/events/${id}/door`
        const text = JSON.stringify({
          id: path,
          name: `Door, ${name}`,
          short_name: 'Door',
          start_url: path,
          scope: path,
          display: 'standalone',
          orientation: 'any',
          background_color: '#151410',
          theme_color: '#151410',
          icons: sizes.flatMap((size) =>
            ['any', 'maskable'].map((purpose) => ({
              src: `/door-icon/${size}.png`,
              sizes: `${size}x${size}`,
              type: 'image/png',
              purpose,
            })),
          ),
        })
        return fileAnswer(request, {
          type: 'application/manifest+json',
          version: text,
          maxAgeSeconds: 3600,
          body: () => text,
        })
      },
    },
  },
})
