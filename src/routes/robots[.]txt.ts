import { createFileRoute } from '@tanstack/react-router'
import { events } from '~/features/events/web/queries'
import { createFileResponse } from './-frame/file-response'

const closed = ['/api/', '/auth', '/admin', '/dashboard', '/customer/', '/checkout/', '/pay/', '/dev/']

export const Route = createFileRoute('/robots.txt')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const { publicUrl } = await events.site.call()
        const text = [
          'User-agent: *',
          ...closed.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${publicUrl}/sitemap.xml`,
          '',
        ].join('\n')
        return createFileResponse(request, {
          type: 'text/plain; charset=utf-8',
          version: text,
          maxAgeSeconds: 3600,
          body: () => text,
        })
      },
    },
  },
})
