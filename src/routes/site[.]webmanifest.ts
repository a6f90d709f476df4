import { createFileRoute } from '@tanstack/react-router'
import { settings } from '~/features/settings/web/queries'
import { manifestAnswer } from './-frame/manifest-answer'

/** Lets a phone put the site on its home screen under the name that the admin chose. */
export const Route = createFileRoute('/site.webmanifest')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const { name } = await settings.site.call()
        return manifestAnswer(request, {
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
