import { htmlText } from '~/lib/html-text'
import type { EventDetail } from '../contract'
import { eventTypeLabel } from '../rules/event-type'
import { formatStart, formatVenue } from './format-start-and-venue'

const LONGEST = 200

/** Summary for search results and link previews: date, place, then the start of the description. */
export function eventSummary(event: EventDetail): string {
  const facts = `${eventTypeLabel(event.eventType)}, ${formatStart(event).both}, ${formatVenue(event)}.`
  const words = `${facts} ${htmlText(event.descriptionHtml)}`.trim()
  if (words.length <= LONGEST) return words
  return `${words.slice(0, words.lastIndexOf(' ', LONGEST - 1))}…`
}
