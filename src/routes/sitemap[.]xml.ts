import { createFileRoute } from '@tanstack/react-router'
import { events } from '~/features/events/web/queries'
import { createCachedRead } from '~/lib/cached-read'
import { createFileResponse } from './-frame/file-response'

const pages = ['/', '/events', '/discover', '/request-invite', '/terms', '/privacy', '/accessibility']

// The same for all visitors, so it is generated once for requests within a minute.
const sitemap = createCachedRead(writeSitemap, 60_000, Date.now)

export const Route = createFileRoute('/sitemap.xml')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const text = await sitemap.read()
        return createFileResponse(request, {
          type: 'application/xml; charset=utf-8',
          version: text,
          maxAgeSeconds: 3600,
          body: () => text,
        })
      },
    },
  },
})

async function writeSitemap(): Promise<string> {
  const [{ publicUrl }, found] = await Promise.all([events.site.call(), events.addresses.call()])
  const urls = [
    ...pages.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
    ...found.events.map(
      ({ id, updatedAt }) => `<url><loc>${publicUrl}/events/${id}</loc><lastmod>${updatedAt}</lastmod></url>`,
    ),
  ].join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
}
