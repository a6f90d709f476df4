import { createFileRoute } from '@tanstack/react-router'
import { markPng } from '~/design/server/mark-png'
import { fileAnswer, textAnswer } from './-frame/file-answer'

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
        if (size === undefined) return textAnswer(404, 'No icon of that size')
        return fileAnswer(request, {
          type: 'image/png',
          version: `${DRAWING} ${size}`,
          maxAgeSeconds: 86_400,
          body: async () => new Uint8Array(await markPng(size)),
        })
      },
    },
  },
})
