// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { PublicReview } from '../../contract-shapes'
import { resetRequestPage, renderRequest } from '../request/testing-request'
import { ReviewList } from './review-list'

afterEach(resetRequestPage)

const jonas: PublicReview = {
  id: 'one',
  rating: 4,
  body: 'Kept the room.\n\nArrived early.',
  at: '2026-10-04T10:00:00.000Z',
  author: { id: 'jonas', name: 'Jonas Weber', avatarUrl: null, isDj: false },
  eventType: 'Club Night',
  location: 'Loom Hall, Glasgow',
}

test('shows the average, the count, and each review with author, event and date', async () => {
  fakeServer({ listReviews: () => ({ rating: 4.9, count: 143, reviews: [jonas], nextCursor: null }) })
  await renderRequest(<ReviewList personId="mara" />)
  expect((await screen.findByRole('heading', { name: 'Reviews' })).parentElement?.textContent).toContain(
    '4.9 from 143 reviews',
  )
  const review = within(screen.getByRole('listitem'))
  expect(review.getByText('Jonas Weber')).toBeTruthy()
  expect(review.getByText('4 of 5 stars')).toBeTruthy()
  expect(review.getByText(/^Club Night, Loom Hall, Glasgow/).textContent).toContain('Sun 4 Oct 2026')
  expect(review.getByText('Arrived early.').tagName).toBe('P')
})

test('loads more reviews, also after a failure, and hides the name of a deleted account', async () => {
  let isDown = true
  fakeServer({
    listReviews: ({ after }: { after?: string }) => {
      if (after === undefined) return { rating: 4.5, count: 2, reviews: [jonas], nextCursor: 'next' }
      if (isDown) throw new TypeError('fetch failed')
      return { rating: 4.5, count: 2, reviews: [{ ...jonas, id: 'two', author: null }], nextCursor: null }
    },
  })
  await renderRequest(<ReviewList personId="mara" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/couldn’t reach/)
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('A former member')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('shows nothing for a person without reviews', async () => {
  const calls = fakeServer({ listReviews: () => ({ rating: null, count: 0, reviews: [], nextCursor: null }) })
  await renderRequest(<ReviewList personId="new" />)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('heading')).toBeNull()
})

test('retries after a failure to load', async () => {
  let isDown = true
  fakeServer({
    listReviews: () => {
      if (isDown) throw new TypeError('fetch failed')
      return { rating: 5, count: 1, reviews: [jonas], nextCursor: null }
    },
  })
  await renderRequest(<ReviewList personId="mara" />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(again)
  expect(await screen.findByText('Jonas Weber')).toBeTruthy()
})
