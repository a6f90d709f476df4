import { createFileRoute } from '@tanstack/react-router'
import { settings } from '~/features/settings/web/queries'
import { fileAnswer } from './-frame/file-answer'

const sizes = [192, 512]

/** Lets a phone put the site on its home screen under the name that the admin chose. */
export const Route = createFileRoute('/site.webmanifest')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const { name } = await settings.site.call()
        const text = JSON.stringify({
          id: '/',
          name,
          short_name: name,
          start_url: '/',
          scope: '/',
          display: 'minimal-ui',
          background_color: '#151410',
          theme_color: '#151410',
          icons: sizes.map((size) => ({
            src: `/door-icon/${size}.png`,
            sizes: `${size}x${size}`,
            type: 'image/png',
          })),
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
