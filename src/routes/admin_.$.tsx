import { createFileRoute, notFound } from '@tanstack/react-router'
import { requireAdmin } from '~/features/identity/web/guards'

// whether a screen of the panel exists is told to admins only.
export const Route = createFileRoute('/admin_/$')({
  staticData: { frame: { nav: 'coral', footer: false } },
  beforeLoad: async (options) => ({ me: await requireAdmin(options) }),
  loader: () => {
    throw notFound()
  },
})
