import { htmlToText } from '~/lib/html-to-text'
import type { EventDetail } from '../contract'
import { formatEventType } from '../rules/event-type'
import { formatStart, formatVenue } from './format-start-and-venue'

const MAX_SUMMARY_LENGTH = 200

/** Summary for search results and link previews: date, place, then the start of the description. */
export function formatEventSummary(event: EventDetail): string {
  const facts = `${formatEventType(event.eventType)}, ${formatStart(event).both}, ${formatVenue(event)}.`
  const summary = `${facts} ${htmlToText(event.descriptionHtml)}`.trim()
  if (summary.length <= MAX_SUMMARY_LENGTH) return summary
  return `${summary.slice(0, summary.lastIndexOf(' ', MAX_SUMMARY_LENGTH - 1))}…`
}
