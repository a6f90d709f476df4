// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { DjCard } from '../contract-shapes'
import { DiscoverPage } from './discover-page'
import { type DiscoverSearch, parseDiscoverSearch } from './discover-search'
import { clearParts, maraCard, renderPart } from './testing-parts'

afterEach(clearParts)

const juno: DjCard = {
  ...maraCard,
  id: 'juno',
  name: 'Juno Okafor',
  genre: 'House',
  rating: null,
  bookings: 1,
  isVerified: false,
}

const addresses: DiscoverSearch[] = []
function Page() {
  const [search, setSearch] = useState<DiscoverSearch>({})
  const change = (next: DiscoverSearch) => {
    addresses.push(next)
    setSearch(next)
  }
  return <DiscoverPage search={search} onSearchChange={change} />
}

type Input = { q?: string; genre?: string; after?: string }

test('D-03 a card shows a DJ’s name, genre, location, rating and bookings, and links to their page', async () => {
  fakeServer({ discover: () => ({ djs: [maraCard, juno], nextCursor: null }) })
  await renderPart(<Page />)
  const card = within(await screen.findByRole('link', { name: /Mara Voss/ }))
  expect(card.getByRole('heading', { level: 2 }).textContent).toContain('Mara Voss')
  for (const text of ['Techno', 'Berlin, DE', '4.9', '214 bookings', 'Verified'])
    expect(card.getByText(text)).toBeTruthy()
  const second = screen.getByRole('link', { name: /Juno Okafor/ })
  expect(second.getAttribute('href')).toBe('/dj/juno')
  expect(second.textContent).toContain('New')
  expect(second.textContent).toContain('1 booking')
  expect(within(second).queryByText('Verified')).toBeNull()
})

test('D-03 the size of a DJ’s name depends on its longest word', async () => {
  const long = { ...maraCard, name: 'DJ Wolkenkuckucksheim' }
  fakeServer({ discover: () => ({ djs: [long], nextCursor: null }) })
  await renderPart(<Page />)
  const heading = await screen.findByRole('heading', { level: 2, name: /Wolken/ })
  expect(heading.style.getPropertyValue('--word')).toBe('18')
})

test('D-01 D-02 search and genre go into the URL and to the server', async () => {
  const calls = fakeServer({
    discover: ({ q, genre }: Input) => ({
      djs: [maraCard, juno].filter(
        (dj) => (!genre || dj.genre === genre) && (!q || dj.name.toLowerCase().includes(q)),
      ),
      nextCursor: null,
    }),
  })
  await renderPart(<Page />)
  await screen.findByRole('link', { name: /Mara Voss/ })
  await userEvent.click(screen.getByRole('button', { name: 'House' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Mara Voss/ })).toBeNull())
  expect(screen.getByRole('button', { name: 'House' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or location' }), 'juno')
  await waitFor(() => expect(addresses.at(-1)).toEqual({ q: 'juno', genre: 'House' }))
  await waitFor(() => expect(calls.at(-1)?.[1]).toMatchObject({ q: 'juno', genre: 'House' }))
  // Typing is debounced: one call for all letters.
  expect(calls).toHaveLength(3)
})

test('D-04 an empty result offers to clear the search', async () => {
  fakeServer({ discover: ({ q }: Input) => ({ djs: q ? [] : [maraCard], nextCursor: null }) })
  await renderPart(<Page />)
  await userEvent.type(await screen.findByRole('searchbox'), 'zzz')
  expect(await screen.findByText('No DJs found matching your criteria')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByRole('link', { name: /Mara Voss/ })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('Show more appends the next page below the first', async () => {
  fakeServer({
    discover: ({ after }: Input) =>
      after ? { djs: [juno], nextCursor: null } : { djs: [maraCard], nextCursor: 'next' },
  })
  await renderPart(<Page />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: /Juno Okafor/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Mara Voss/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list or next page that fails to load shows an error and can be retried', async () => {
  let isDown = true
  fakeServer({
    discover: ({ after }: Input) => {
      if (isDown) throw new TypeError('fetch failed')
      return after ? { djs: [juno], nextCursor: null } : { djs: [maraCard], nextCursor: 'next' }
    },
  })
  await renderPart(<Page />)
  expect((await screen.findByRole('alert')).textContent).toMatch(/couldn’t reach the server/)
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Mara Voss/ })).toBeTruthy()
  isDown = true
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/couldn’t reach the server/)
  expect(screen.getByRole('link', { name: /Mara Voss/ })).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: /Juno Okafor/ })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a DJ’s photo replaces the drawing', async () => {
  fakeServer({ discover: () => ({ djs: [{ ...maraCard, avatarUrl: '/photo.jpg' }], nextCursor: null }) })
  await renderPart(<Page />)
  const card = await screen.findByRole('link', { name: /Mara Voss/ })
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/photo.jpg')
})

test('ignores invalid values in the URL', () => {
  expect(parseDiscoverSearch({ q: ' mara ', genre: 'Techno' })).toEqual({ q: 'mara', genre: 'Techno' })
  expect(parseDiscoverSearch({ q: 90, genre: 'Polka', page: 3 })).toEqual({ q: '90' })
  expect(parseDiscoverSearch({ q: '  ', genre: ['Techno'] })).toEqual({})
})
