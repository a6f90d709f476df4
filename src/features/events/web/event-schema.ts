import { htmlToText } from '~/lib/html-to-text'
import { formatDecimal } from '~/lib/money'
import { computeShownCents, type FeeTerms } from '~/features/settings/rules/shown-price'
import type { EventDetail } from '../contract'

const schema = 'https://schema.org'

const statuses = {
  published: 'EventScheduled',
  // An event without a new date keeps its old startDate, as https://schema.org/EventPostponed requires.
  postponed: 'EventPostponed',
  cancelled: 'EventCancelled',
} as const

const rescheduled = 'EventRescheduled'
const toSchemaStatus = ({ status, movedFrom, isDateOpen }: EventDetail) =>
  status !== 'cancelled' && movedFrom !== null && !isDateOpen ? rescheduled : statuses[status]

/**
 * Returns the event as schema.org MusicEvent (https://schema.org/MusicEvent), for search engines. Prices include the
 * fee and the tax.
 */
export function toEventSchema(event: EventDetail, url: string, fee: FeeTerms): object {
  const performers = listPerformers(event)
  return {
    '@context': schema,
    '@type': 'MusicEvent',
    '@id': url,
    url,
    name: event.title,
    ...(event.descriptionHtml ? { description: htmlToText(event.descriptionHtml) } : {}),
    startDate: event.startsAt,
    ...(event.endsAt ? { endDate: event.endsAt } : {}),
    ...(event.doorsAt ? { doorTime: event.doorsAt } : {}),
    eventStatus: `${schema}/${toSchemaStatus(event)}`,
    ...(toSchemaStatus(event) === rescheduled ? { previousStartDate: event.movedFrom } : {}),
    eventAttendanceMode: `${schema}/OfflineEventAttendanceMode`,
    image: [`${url}/flyer.png`],
    location: {
      '@type': 'Place',
      name: event.venueName,
      address: {
        '@type': 'PostalAddress',
        ...(event.venueAddress ? { streetAddress: event.venueAddress } : {}),
        addressLocality: event.location,
      },
    },
    ...(performers.length > 0 ? { performer: performers } : {}),
    ...(event.organizerName ? { organizer: { '@type': 'Organization', name: event.organizerName } } : {}),
    ...(event.ageRestriction === null ? {} : { typicalAgeRange: `${event.ageRestriction}-` }),
    ...(event.capacity === null ? {} : { maximumAttendeeCapacity: event.capacity }),
    ...(event.ticketTypes.length > 0
      ? { offers: event.ticketTypes.map((type) => toOffer(type, event, { url, fee })) }
      : {}),
  }
}

function listPerformers({ host, lineUp }: EventDetail): object[] {
  const names = new Set([...(host ? [host.name] : []), ...lineUp.map((slot) => slot.name)])
  return [...names].map((name) => ({ '@type': 'PerformingGroup', name }))
}

function toOffer(
  type: EventDetail['ticketTypes'][number],
  { currency, taxMode, taxPpm }: EventDetail,
  { url, fee }: { url: string; fee: FeeTerms },
): object {
  const cents = computeShownCents(type.priceCents, {
    ...fee,
    priceDisplay: 'all_in',
    tax: { mode: taxMode, ratePpm: taxPpm },
  })
  return {
    '@type': 'Offer',
    name: type.name,
    url,
    price: formatDecimal(cents, currency),
    priceCurrency: currency,
    availability: `${schema}/${type.available > 0 ? 'InStock' : 'SoldOut'}`,
    ...(type.saleStartsAt ? { validFrom: type.saleStartsAt } : {}),
    ...(type.saleEndsAt ? { validThrough: type.saleEndsAt } : {}),
  }
}
