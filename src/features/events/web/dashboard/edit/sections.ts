import type { EventDraft } from '../../../contract-dashboard'
import { type FieldName, listFields } from './event-values'
import type { Saving } from './saving'

export type SectionId = 'event' | 'place' | 'lineup' | 'tickets' | 'promo' | 'people'
export type SectionMark = 'complete' | 'needs attention' | undefined
export type SectionEntry = { id: SectionId; label: string; mark: SectionMark }

const LABELS: Readonly<Record<SectionId, string>> = {
  event: 'Event',
  place: 'Place',
  lineup: 'Line-up',
  tickets: 'Tickets',
  promo: 'Promo codes',
  people: 'Team',
}
const TICKETS: ReadonlySet<FieldName> = new Set([
  'currency',
  'taxMode',
  'taxPpm',
  'doorPriceCents',
  'requiresCaptcha',
])
const PLACE: ReadonlySet<FieldName> = new Set(['venueName', 'location', 'venueAddress', 'capacity'])

export function getSection(field: FieldName): SectionId {
  if (PLACE.has(field)) return 'place'
  if (field === 'lineUp') return 'lineup'
  return TICKETS.has(field) ? 'tickets' : 'event'
}

/** Returns the sections that this person may use, each with whether it needs attention. */
export function listSections(
  draft: Pick<EventDraft, 'status' | 'missing' | 'warnings' | 'lineUp'>,
  saving: Pick<Saving, 'errors' | 'unsaved'>,
  shown: readonly SectionId[],
  isTicketsOdd = false,
): SectionEntry[] {
  // A cancelled event cannot be edited, so nothing needs attention.
  if (draft.status === 'cancelled') return shown.map((id) => ({ id, label: LABELS[id], mark: undefined }))
  const faulty = listFields(saving.unsaved).filter((field) =>
    Object.keys(saving.errors).some((path) => path.split('.')[0] === field),
  )
  const odd = new Set<SectionId>([
    ...[...draft.missing, ...draft.warnings].map(({ section }) => section),
    ...faulty.map(getSection),
    ...(isTicketsOdd ? (['tickets'] as const) : []),
  ])
  return shown.map((id) => ({ id, label: LABELS[id], mark: findSectionMark(id, odd, draft.lineUp.length) }))
}

function findSectionMark(
  id: SectionId,
  needsAttention: ReadonlySet<SectionId>,
  playing: number,
): SectionMark {
  if (id === 'promo' || id === 'people') return undefined
  if (needsAttention.has(id)) return 'needs attention'
  // An empty line-up doesn't prevent publishing, but is not marked as complete.
  return id === 'lineup' && playing === 0 ? undefined : 'complete'
}
