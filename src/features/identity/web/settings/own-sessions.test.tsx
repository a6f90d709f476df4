// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { clearParts } from '../testing-parts'
import { OwnSessions } from './own-sessions'
import { showSection } from './testing-settings'

afterEach(clearParts)

const here = {
  id: '0198c3c0-0000-7000-8000-0000000000b1',
  browser: 'Firefox on Linux',
  ip: '198.51.100.7',
  startedAt: '2026-11-19T20:00:00.000Z',
  lastSeenAt: new Date().toISOString(),
  isThis: true,
  isPending: false,
}
const phone = {
  ...here,
  id: '0198c3c0-0000-7000-8000-0000000000b2',
  browser: 'Safari on iPhone',
  ip: null,
  lastSeenAt: new Date(Date.now() - 2.5 * 3_600_000).toISOString(),
  isThis: false,
}
const tablet = {
  ...phone,
  id: '0198c3c0-0000-7000-8000-0000000000b3',
  browser: 'Chrome on Android',
  isPending: true,
}

/** Sessions that end when they are told to. */
function open(...sessions: (typeof here | typeof phone)[]) {
  let all = sessions
  return {
    'account.sessions.list': () => ({ sessions: all }),
    'account.sessions.end': ({ id }: { id: string }) => {
      all = all.filter((one) => one.id !== id)
      return {}
    },
    'account.sessions.endOthers': () => {
      const ended = all.filter(({ isThis }) => !isThis).length
      all = all.filter(({ isThis }) => isThis)
      return { ended }
    },
  }
}

test('A-08 each session says what it is, from where, and when; this one has no button', async () => {
  await showSection(<OwnSessions />, open(here, phone, tablet))
  const [first, second, third] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toContain('Firefox on Linux')
  expect(first?.textContent).toContain('198.51.100.7, now')
  expect(first?.textContent).toContain('This one')
  expect(first && within(first).queryByRole('button')).toBeNull()
  expect(second?.textContent).toContain('Network unknown, 2 hours ago')
  expect(third?.textContent).toContain('waits for its second factor')
})

test('A-08 one is signed out there, after a question', async () => {
  const written = await showSection(<OwnSessions />, open(here, phone))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out there: Safari on iPhone' }))
  const dialog = screen.getByRole('alertdialog', { name: 'Sign out Safari on iPhone?' })
  expect(written()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out there' }))
  expect(await screen.findByText('Signed out: Safari on iPhone')).toBeTruthy()
  expect(written()).toEqual([['account.sessions.end', { id: phone.id }]])
  expect(screen.queryByText('Safari on iPhone')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  // Nothing is left to press: the list itself holds the keyboard.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' })))
})

test('A-08 the keyboard goes on at the next one that can be signed out', async () => {
  await showSection(<OwnSessions />, open(here, phone, tablet))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out there: Safari on iPhone' }))
  const dialog = screen.getByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out there' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Sign out there: Chrome on Android' }),
    ),
  )
})

test('A-08 everywhere else at once', async () => {
  await showSection(<OwnSessions />, open(here, phone, tablet))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  const dialog = screen.getByRole('alertdialog')
  expect(dialog.textContent).toContain('2 other places are signed in.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }))
  expect(await screen.findByText('Signed out of 2 other places')).toBeTruthy()
  expect(screen.queryByText('Safari on iPhone')).toBeNull()
  expect(screen.getByText('Firefox on Linux')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' })))
})
