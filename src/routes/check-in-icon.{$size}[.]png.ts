import { createFileRoute } from '@tanstack/react-router'
import { createBrandMarkPng } from '~/design/server/brand-mark-png'
import { createFileResponse, createTextResponse } from './-frame/file-response'

const sizes = new Map([
  ['192', 192],
  ['512', 512],
])
// Bump when the drawing changes, so that cached pictures are replaced.
const DRAWING = 1

export const Route = createFileRoute('/check-in-icon/{$size}.png')({
  server: {
    handlers: {
      GET: async ({ request, params }) => {
        const size = sizes.get(params.size)
        if (size === undefined) return createTextResponse(404, 'No icon of that size')
        return createFileResponse(request, {
          type: 'image/png',
          version: `${DRAWING} ${size}`,
          maxAgeSeconds: 86_400,
          body: async () => new Uint8Array(await createBrandMarkPng(size)),
        })
      },
    },
  },
})
