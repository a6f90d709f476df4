import { events } from '../queries'

/** An event as its own people edit it. */
export function draftQuery(id: string) {
  return events.desk.get.queryOptions({ input: { id }, staleTime: 10_000 })
}

/** Its page as a visitor would see it. */
export function previewQuery(id: string) {
  return events.desk.preview.queryOptions({ input: { id } })
}

export function teamQuery(id: string) {
  return events.desk.team.queryOptions({ input: { id }, staleTime: 10_000 })
}
