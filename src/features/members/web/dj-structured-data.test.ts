import { expect, test } from 'vitest'
import { serializeJsonLd } from '~/lib/json-ld'
import { createDjStructuredData } from './dj-structured-data'
import { mara } from './testing-parts'

const url = 'https://backtoback.example/dj/mara'

test('P-01 describes the DJ, their links and their rating to search engines', () => {
  expect(createDjStructuredData(mara, url, { rating: 4.9, count: 12 })).toMatchObject({
    '@type': 'MusicGroup',
    name: 'Mara Voss',
    url,
    image: `${url}/card.png`,
    genre: ['Techno', 'House'],
    sameAs: ['https://voss.example/sets'],
    aggregateRating: { ratingValue: '4.9', reviewCount: 12, bestRating: 5 },
    event: [{ name: 'Low Ceiling', url: `https://backtoback.example/events/${mara.upcomingEvents[0]?.id}` }],
  })
})

test('leaves missing values, such as the rating, out of the structured data', () => {
  const quiet = { ...mara, bio: null, location: null, genres: [], socialLinks: [], upcomingEvents: [] }
  expect(Object.keys(createDjStructuredData(quiet, url, { rating: null, count: 0 })).sort()).toEqual(
    ['@context', '@id', '@type', 'image', 'name', 'url'].sort(),
  )
})

test('a name with markup cannot close its script element', () => {
  const text = serializeJsonLd(
    createDjStructuredData({ ...mara, name: '</script><b>' }, url, { rating: null, count: 0 }),
  )
  expect(text).not.toContain('<')
})
