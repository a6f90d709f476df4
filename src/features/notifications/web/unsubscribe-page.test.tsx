// @vitest-environment jsdom
import { useSuspenseQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '~/design/toast'
import { fakeServer } from '~tests/support/fake-server'
import { unsubscribeStatusQuery } from './queries'
import { clearParts, renderPart } from './testing-parts'
import { InvalidUnsubscribeLink, UnsubscribePage } from './unsubscribe-page'

const stop = {
  topic: 'bookings',
  label: 'Booking offers and changes',
  about: null,
  noun: 'bookings',
  wantsEmail: true,
}

beforeEach(() => void vi.spyOn(notify, 'error').mockReturnValue(undefined))
afterEach(() => {
  clearParts()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function Page() {
  const { data } = useSuspenseQuery(unsubscribeStatusQuery('abc'))
  return <UnsubscribePage token="abc" stop={data} />
}
const show = () =>
  renderPart(
    <Suspense>
      <Page />
    </Suspense>,
  )

test('opening the unsubscribe page changes nothing; a button unsubscribes, and another subscribes again', async () => {
  // Freezes the time, because a status that is older than a second would be fetched again.
  vi.useFakeTimers({ toFake: ['Date'] })
  const calls = fakeServer({
    unsubscribeStatus: () => stop,
    unsubscribe: ({ again }: { again: boolean }) => ({ ...stop, wantsEmail: again }),
  })
  await show()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain(
    'Stop emails about bookings?',
  )
  expect(calls).toEqual([['unsubscribeStatus', { token: 'abc' }]])
  await userEvent.click(screen.getByRole('button', { name: 'Stop emails' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Emails about bookings stopped'),
  )
  expect(calls).toContainEqual(['unsubscribe', { token: 'abc', again: false }])
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  await userEvent.click(screen.getByRole('button', { name: 'Resume emails' }))
  expect(await screen.findByRole('button', { name: 'Stop emails' })).toBeTruthy()
  expect(calls).toContainEqual(['unsubscribe', { token: 'abc', again: true }])
})

test('without scripts, the form posts to the address of the unsubscribe link', async () => {
  fakeServer({ unsubscribeStatus: () => ({ ...stop, wantsEmail: false }) })
  await show()
  const form = (await screen.findByRole('button', { name: 'Resume emails' })).closest('form')
  expect(form?.getAttribute('method')).toBe('post')
  expect(form?.getAttribute('action')).toBe('/unsubscribe/abc')
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ 'from-page': 'yes', again: 'yes' })
})

test('a failed unsubscribe shows an error and changes nothing', async () => {
  fakeServer({
    unsubscribeStatus: () => stop,
    unsubscribe: () => {
      throw new Error('away')
    },
  })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Stop emails' }))
  await waitFor(() => expect(notify.error).toHaveBeenCalled())
  expect(screen.getByRole('button', { name: 'Stop emails' })).toBeTruthy()
})

test('an invalid unsubscribe link shows an error and a link to the settings', async () => {
  await renderPart(<InvalidUnsubscribeLink />)
  expect(await screen.findByRole('heading', { name: 'This link isn’t valid.' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Email settings' }).getAttribute('href')).toBe(
    '/dashboard/settings#mail',
  )
})
