export const EVENT_TYPES = [
  'club_night',
  'warehouse',
  'festival',
  'day_party',
  'live_set',
  'residency',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

const labels: Record<EventType, string> = {
  club_night: 'Club Night',
  warehouse: 'Warehouse',
  festival: 'Festival',
  day_party: 'Day Party',
  live_set: 'Live Set',
  residency: 'Residency',
}

export function formatEventType(type: EventType): string {
  return labels[type]
}

export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text)
}
