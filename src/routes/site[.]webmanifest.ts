import { createFileRoute } from '@tanstack/react-router'
import { settings } from '~/features/settings/web/queries'
import { createManifestResponse } from './-frame/manifest-response'

/** Lets a phone add the site to its home screen under the site's name. */
export const Route = createFileRoute('/site.webmanifest')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const { name } = await settings.site.call()
        return createManifestResponse(request, {
          id: '/',
          name,
          short_name: name,
          start_url: '/',
          scope: '/',
          display: 'minimal-ui',
        })
      },
    },
  },
})
