import { formatDollars } from '~/lib/money'
import { billingLabel } from '../../../rules/billing'
import { eventTypeLabel } from '../../../rules/event-type'
import { dateWords } from '../clock-words'
import type { BillRow, FieldName, NightValues } from './night-values'

/** Returns a field's value in words, for a choice between two versions. */
export function valueWords(name: FieldName, values: NightValues): string {
  if (name === 'date') return dateWords(values.date) ?? 'Nothing'
  if (name === 'eventType') return eventTypeLabel(values.eventType)
  if (name === 'isPublic') return values.isPublic ? 'Everyone' : 'Only its people'
  if (name === 'requiresCaptcha') return values.requiresCaptcha ? 'On' : 'Off'
  if (name === 'lineUp') return values.lineUp.map(rowWords).join('\n') || 'Nobody'
  if (name === 'doorPriceCents')
    return values.doorPriceCents === null ? 'Nothing' : formatDollars(values.doorPriceCents)
  if (name === 'ageRestriction')
    return values.ageRestriction === null
      ? 'Not said'
      : values.ageRestriction === 0
        ? 'All ages'
        : `${values.ageRestriction}+`
  const value = values[name]
  return value === null || value === '' ? 'Nothing' : String(value)
}

function rowWords({ name, startClock, endClock, billing }: BillRow): string {
  const clocks = [startClock, endClock].filter(Boolean).join(' to ')
  return [name, clocks, billingLabel(billing)].filter(Boolean).join(', ')
}
