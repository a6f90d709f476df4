import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/admin/bookings/$id')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/admin/bookings/$id"!</div>
}
