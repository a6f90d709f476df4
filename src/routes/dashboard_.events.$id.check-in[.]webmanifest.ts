import { createFileRoute } from '@tanstack/react-router'
import { settings } from '~/features/settings/web/queries'
import { isId } from '~/lib/ids'
import { textAnswer } from './-frame/file-answer'
import { manifestAnswer } from './-frame/manifest-answer'

/**
 * Lets a phone add an event's check-in page to its home screen. Contains nothing about the event, because phones fetch
 * it signed out.
 */
export const Route = createFileRoute('/dashboard_/events/$id/check-in.webmanifest')({
  server: {
    handlers: {
      GET: async ({ request, params: { id } }) => {
        if (!isId(id)) return textAnswer(404, 'Event not found')
        const { name } = await settings.site.call()
        const path = `/dashboard/events/${id}/check-in`
        const fields = {
          id: path,
          name: `Check-in, ${name}`,
          short_name: 'Check-in',
          start_url: path,
          scope: path,
          display: 'standalone',
          orientation: 'any',
        }
        return manifestAnswer(request, fields, { purposes: ['any', 'maskable'] })
      },
    },
  },
})
