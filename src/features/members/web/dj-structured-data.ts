import type { DjDetail } from '../contract-shapes'

/** The mean rating with one decimal, and the number of reviews. */
type Reviews = { rating: number | null; count: number }

/**
 * Returns a DJ as a schema.org MusicGroup (https://schema.org/MusicGroup: “a musical group, such as a band … can also
 * be a solo musician”) for search engines. Unlike a Person, a MusicGroup may have a rating; without reviews it is left
 * out.
 */
export function createDjStructuredData(dj: DjDetail, url: string, { rating, count }: Reviews): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicGroup',
    '@id': url,
    url,
    name: dj.name,
    image: `${url}/card.png`,
    ...(dj.bio ? { description: dj.bio } : {}),
    ...(dj.genres.length > 0 ? { genre: dj.genres } : {}),
    ...(dj.location ? { location: { '@type': 'Place', name: dj.location } } : {}),
    ...(dj.socialLinks.length > 0 ? { sameAs: dj.socialLinks.map((link) => link.url) } : {}),
    ...(rating !== null && count > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating.toFixed(1),
            reviewCount: count,
            bestRating: 5,
            worstRating: 1,
          },
        }
      : {}),
    ...(dj.upcomingEvents.length > 0
      ? { event: dj.upcomingEvents.map((event) => toEventSchema(event, url)) }
      : {}),
  }
}

function toEventSchema(event: DjDetail['upcomingEvents'][number], url: string): object {
  return {
    '@type': 'MusicEvent',
    name: event.title,
    startDate: event.startsAt,
    url: new URL(`/events/${event.id}`, url).href,
    location: { '@type': 'Place', name: event.venueName, address: event.location },
  }
}
