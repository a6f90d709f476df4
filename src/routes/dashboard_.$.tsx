import { createFileRoute, notFound } from '@tanstack/react-router'
import { requireMembersArea } from './-app-shell/members-area'

// without a session, nothing below /dashboard is revealed, not even that a page is missing.
export const Route = createFileRoute('/dashboard_/$')({
  staticData: { frame: { nav: 'coral' } },
  beforeLoad: async (options) => ({ me: await requireMembersArea(options) }),
  loader: () => {
    throw notFound()
  },
})
