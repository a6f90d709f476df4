import { createFileRoute, notFound } from '@tanstack/react-router'
import { requireMembersArea } from './-app-shell/members-area'

// what stands below /dashboard is nobody's business without a session, not even what is missing there.
export const Route = createFileRoute('/dashboard_/$')({
  staticData: { frame: { nav: 'coral', footer: false } },
  beforeLoad: async (options) => ({ me: await requireMembersArea(options) }),
  loader: () => {
    throw notFound()
  },
})
