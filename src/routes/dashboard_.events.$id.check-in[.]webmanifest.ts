import { createFileRoute } from '@tanstack/react-router'
import { settings } from '~/features/settings/web/queries'
import { isId } from '~/lib/ids'
import { createTextResponse } from './-frame/file-response'
import { createManifestResponse } from './-frame/manifest-response'

/**
 * Lets a phone add an event's check-in page to its home screen. Contains nothing about the event, because phones fetch
 * it signed out.
 */
export const Route = createFileRoute('/dashboard_/events/$id/check-in.webmanifest')({
  server: {
    handlers: {
      GET: async ({ request, params: { id } }) => {
        if (!isId(id)) return createTextResponse(404, 'Event not found')
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
        return createManifestResponse(request, fields, { purposes: ['any', 'maskable'] })
      },
    },
  },
})
