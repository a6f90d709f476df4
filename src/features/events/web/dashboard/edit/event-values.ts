import type { DraftChanges, EventDraft } from '../../../contract-dashboard'
import type { Billing } from '../../../rules/line-up-billing'

/** An entry of the line-up in the form; `key` is local and stable while the page is open. */
export type BillRow = {
  key: string
  djId: string | null
  name: string
  avatarUrl: string | null
  startClock: string | null
  endClock: string | null
  billing: Billing
}

export type EventFields = Pick<EventDraft, keyof DraftChanges>
/** Everything that is saved while typing: the fields of the event and its line-up. */
export type EventValues = EventFields & { lineUp: readonly BillRow[] }
export type Changes = Partial<EventValues>
export type FieldName = keyof EventValues

/** These fields together are the times of the event: an error of one may be fixed in another. */
const TIME_FIELDS: readonly FieldName[] = ['date', 'startClock', 'doorsClock', 'endClock', 'timezone']

export function isTimeField(name: string): boolean {
  return TIME_FIELDS.some((field) => field === name)
}

/** Returns the fields that this user can't change in this editor. */
export function listFixedFields({
  status,
  soldOrHeld,
  actions,
  isCurrencyFinal,
  isTaxFinal,
  canRequireCaptcha,
}: EventDraft): FieldName[] {
  const isDateFixed = status === 'published' && soldOrHeld > 0
  return [
    ...(status === 'postponed' ? TIME_FIELDS : isDateFixed ? (['date'] as const) : []),
    ...(actions.includes('money') ? [] : (['doorPriceCents', 'currency', 'taxMode', 'taxPpm'] as const)),
    ...(isCurrencyFinal ? (['currency'] as const) : []),
    ...(isTaxFinal ? (['taxMode', 'taxPpm'] as const) : []),
    ...(canRequireCaptcha ? [] : (['requiresCaptcha'] as const)),
  ]
}

export function toEventValues(draft: EventDraft): EventValues {
  return {
    title: draft.title,
    description: draft.description,
    eventType: draft.eventType,
    date: draft.date,
    startClock: draft.startClock,
    doorsClock: draft.doorsClock,
    endClock: draft.endClock,
    timezone: draft.timezone,
    venueName: draft.venueName,
    location: draft.location,
    venueAddress: draft.venueAddress,
    capacity: draft.capacity,
    ageRestriction: draft.ageRestriction,
    isPublic: draft.isPublic,
    currency: draft.currency,
    taxMode: draft.taxMode,
    taxPpm: draft.taxPpm,
    doorPriceCents: draft.doorPriceCents,
    requiresCaptcha: draft.requiresCaptcha,
    lineUp: draft.lineUp.map(({ id, djId, name, avatarUrl, startClock, endClock, billing }) => ({
      key: id,
      djId,
      name,
      avatarUrl,
      startClock,
      endClock,
      billing,
    })),
  }
}

export function listFields(changes: Changes): FieldName[] {
  return Object.keys(changes).filter((name): name is FieldName => name in NAMES)
}

export function pick(changes: Changes, wanted: (name: FieldName) => boolean): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => isField(name) && wanted(name)))
}

/** Labels of fields, for messages about unsaved and changed fields. */
export const NAMES: Readonly<Record<FieldName, string>> = {
  title: 'Title',
  description: 'About This Event',
  eventType: 'Type',
  date: 'Date',
  startClock: 'Starts',
  doorsClock: 'Doors',
  endClock: 'Ends',
  timezone: 'Time zone',
  venueName: 'Venue',
  location: 'City',
  venueAddress: 'Address',
  capacity: 'Capacity',
  ageRestriction: 'Age',
  isPublic: 'Who can see it',
  currency: 'Currency',
  taxMode: 'Tax',
  taxPpm: 'Tax rate',
  doorPriceCents: 'Price at the door',
  requiresCaptcha: 'CAPTCHA for buyers',
  lineUp: 'Line-up',
}

function isField(name: string): name is FieldName {
  return name in NAMES
}

/**
 * Returns whether two values of a field are the same, ignoring row keys and whitespace that the server normalizes.
 */
export function isSame(value: unknown, other: unknown): boolean {
  return toComparable(value) === toComparable(other)
}

export function listDifferences(values: EventValues, others: EventValues): FieldName[] {
  return listFields(values).filter((name) => !isSame(values[name], others[name]))
}

function toComparable(value: unknown): string {
  if (typeof value === 'string') return `"${value.trim().replaceAll(/\s+/gu, ' ')}"`
  return JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part)) ?? ''
}
