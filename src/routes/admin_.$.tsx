import { createFileRoute, notFound } from '@tanstack/react-router'
import { requireAdmin } from '~/features/identity/web/guards'

// only admins may learn whether an admin screen exists.
export const Route = createFileRoute('/admin_/$')({
  staticData: { frame: { nav: 'coral' } },
  beforeLoad: async (options) => ({ me: await requireAdmin(options) }),
  loader: () => {
    throw notFound()
  },
})
