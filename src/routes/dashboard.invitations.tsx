import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/dashboard/invitations')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/dashboard/invitations"!</div>
}
