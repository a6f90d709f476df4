import type { EventDraft } from '../../../contract-desk'
import { type FieldName, fieldsOf } from './event-values'
import type { Saving } from './saving'

export type SectionId = 'event' | 'place' | 'lineup' | 'tickets' | 'promo' | 'people'
export type SectionMark = 'complete' | 'needs a look' | undefined
export type SectionEntry = { id: SectionId; label: string; mark: SectionMark }

const LABELS: Readonly<Record<SectionId, string>> = {
  event: 'The night',
  place: 'The place',
  lineup: 'The line-up',
  tickets: 'Tickets',
  promo: 'Promo codes',
  people: 'People',
}
const PLACE: ReadonlySet<FieldName> = new Set(['venueName', 'location', 'venueAddress', 'capacity'])

export function sectionOf(field: FieldName): SectionId {
  if (PLACE.has(field)) return 'place'
  if (field === 'lineUp') return 'lineup'
  return field === 'doorPriceCents' || field === 'requiresCaptcha' ? 'tickets' : 'event'
}

/** The sections that this person may do something in, each with whether something in it waits. */
export function sectionsFor(
  draft: Pick<EventDraft, 'status' | 'missing' | 'warnings' | 'lineUp'>,
  saving: Pick<Saving, 'errors' | 'unsaved'>,
  shown: readonly SectionId[],
  isTicketsOdd = false,
): SectionEntry[] {
  // Nothing in it can be put right any more.
  if (draft.status === 'cancelled') return shown.map((id) => ({ id, label: LABELS[id], mark: undefined }))
  const faulty = fieldsOf(saving.unsaved).filter((field) =>
    Object.keys(saving.errors).some((path) => path.split('.')[0] === field),
  )
  const odd = new Set<SectionId>([
    ...[...draft.missing, ...draft.warnings].map(({ section }) => section),
    ...faulty.map(sectionOf),
    ...(isTicketsOdd ? (['tickets'] as const) : []),
  ])
  return shown.map((id) => ({ id, label: LABELS[id], mark: markOf(id, odd, draft.lineUp.length) }))
}

function markOf(id: SectionId, odd: ReadonlySet<SectionId>, playing: number): SectionMark {
  if (id === 'promo' || id === 'people') return undefined
  if (odd.has(id)) return 'needs a look'
  // An event may go out without a bill, but an empty one is not a finished one.
  return id === 'lineup' && playing === 0 ? undefined : 'complete'
}
