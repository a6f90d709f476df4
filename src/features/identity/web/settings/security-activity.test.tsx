// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { ActivityEvent } from '../../contract-activity'
import { clearParts } from '../testing-parts'
import { SecurityActivity } from './security-activity'
import { createRefusedCall, showSection } from './testing-settings'

afterEach(clearParts)

const signIn: ActivityEvent = {
  id: '0198c3c0-0000-7000-8000-0000000000e1',
  family: 'sign_ins',
  title: 'Signed in',
  facts: 'Password',
  at: '2026-11-20T11:04:00.000Z',
  device: 'Chrome on Windows',
  ip: '203.0.113.24',
  country: null,
  isNewDevice: true,
}
const failed: ActivityEvent = {
  ...signIn,
  id: '0198c3c0-0000-7000-8000-0000000000e2',
  family: 'failed',
  title: 'Sign-in failed',
  facts: 'Wrong password, 3 times',
  isNewDevice: false,
}
const page = { events: [signIn, failed], nextCursor: null, days: 90, alert: null }

test('lists sign-ins and failures with device and network, by day', async () => {
  await showSection(<SecurityActivity hasWebhooks />, { 'activity.list': () => page })
  expect(await screen.findByText('Password · Chrome on Windows · 203.0.113.24')).toBeTruthy()
  expect(screen.getByText('Wrong password, 3 times · Chrome on Windows · 203.0.113.24')).toBeTruthy()
  expect(screen.getByRole('heading', { name: /20 November/ })).toBeTruthy()
})

test.each([
  ['a member', true],
  ['a customer, who has no webhooks,', false],
])(
  '"It wasn’t me" ends the session and offers %s to change the sign-in methods',
  async (_person, hasWebhooks) => {
    let alert: ActivityEvent | null = signIn
    const asked: unknown[] = []
    await showSection(<SecurityActivity hasWebhooks={hasWebhooks} />, {
      'activity.list': () => ({ ...page, alert }),
      'activity.deny': (input: unknown) => {
        asked.push(input)
        alert = null
        return {}
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'It wasn’t me' }))
    expect(await screen.findByRole('heading', { name: 'Secure your account' })).toBeTruthy()
    expect(asked).toEqual([{ id: signIn.id }])
    expect(screen.getByRole('link', { name: /^Change password/ }).getAttribute('href')).toBe('#password')
    expect(screen.queryAllByRole('link', { name: /your webhooks/ })).toHaveLength(hasWebhooks ? 1 : 0)
  },
)

test('"It was me" clears the alert', async () => {
  let alert: ActivityEvent | null = signIn
  await showSection(<SecurityActivity hasWebhooks={false} />, {
    'activity.list': () => ({ ...page, alert }),
    'activity.confirm': () => {
      alert = null
      return {}
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'It was me' }))
  expect(await screen.findByText('Thanks. We’ll remember that device.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'It was me' })).toBeNull()
})

test('an empty list says what will appear, and a failed one can be retried', async () => {
  await showSection(<SecurityActivity hasWebhooks={false} />, {
    'activity.list': () => ({ ...page, events: [] }),
  })
  expect(await screen.findByText(/in the last 90 days appear here/)).toBeTruthy()
  clearParts()
  await showSection(<SecurityActivity hasWebhooks={false} />, {
    'activity.list': createRefusedCall('BOOM', 'It broke.'),
  })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
