import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { createPrivateHead } from './-frame/page-head'

// In a production build the condition is false at build time, so the bundle contains neither this page nor its parts.
const Gallery = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('~dev/gallery/gallery')).Gallery }))
  : () => null

export const Route = createFileRoute('/dev/components')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  head: ({ match }) => (import.meta.env.DEV ? createPrivateHead(match, 'Components') : {}),
  component: () => <Gallery />,
})
