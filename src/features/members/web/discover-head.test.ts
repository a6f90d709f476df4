import { expect, test } from 'vitest'
import { createDiscoverHead, createDiscoverSchema } from './discover-head'
import { maraCard } from './testing-parts'

const url = 'https://backtoback.example/discover'

test('D-02 search engines index a page per genre, but not typed searches', () => {
  expect(createDiscoverHead({}, url)).toMatchObject({ title: 'Discover DJs', url, isIndexed: true })
  expect(createDiscoverHead({ genre: 'Hard House' }, url)).toMatchObject({
    title: 'Hard House DJs',
    url: `${url}?genre=Hard%20House`,
    isIndexed: true,
  })
  expect(createDiscoverHead({ q: 'mara', genre: 'Techno' }, url)).toMatchObject({
    url: `${url}?genre=Techno`,
    isIndexed: false,
  })
  expect(createDiscoverHead({ q: 'mara' }, url).url).toBe(url)
})

test('structured data lists the URLs of the DJ pages on the first page', () => {
  expect(createDiscoverSchema([maraCard], 'https://backtoback.example')).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [
      { position: 1, name: 'Mara Voss', url: `https://backtoback.example/dj/${maraCard.id}` },
    ],
  })
})
