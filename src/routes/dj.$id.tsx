import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/dj/$id')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/dj/$id"!</div>
}
