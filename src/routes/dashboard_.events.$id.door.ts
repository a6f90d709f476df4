import { createFileRoute, redirect } from '@tanstack/react-router'

/** The former URL of the check-in page, permanently redirected. */
export const Route = createFileRoute('/dashboard_/events/$id/door')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/dashboard/events/$id/check-in', params, statusCode: 308 })
  },
})
