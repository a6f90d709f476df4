import { events } from '../queries'

export function draftQuery(id: string) {
  return events.dashboard.get.queryOptions({ input: { id }, staleTime: 10_000 })
}

export function previewQuery(id: string) {
  return events.dashboard.preview.queryOptions({ input: { id } })
}

export function teamQuery(id: string) {
  return events.dashboard.team.queryOptions({ input: { id }, staleTime: 10_000 })
}
