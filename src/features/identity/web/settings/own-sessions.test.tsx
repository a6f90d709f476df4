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
  isNew: false,
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

test('A-08 shows browser, network and time of each session, and no button for the current one', async () => {
  await showSection(<OwnSessions />, open(here, phone, tablet))
  const [first, second, third] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toContain('Firefox on Linux')
  expect(first?.textContent).toContain('198.51.100.7, active now')
  expect(first?.textContent).toContain('This device')
  expect(first && within(first).queryByRole('button')).toBeNull()
  expect(second?.textContent).toContain('Network unknown, 2 hours ago')
  expect(third?.textContent).toContain('Two-step verification pending')
})

test('A-08 ends a session without a confirmation', async () => {
  const written = await showSection(<OwnSessions />, open(here, phone))
  await userEvent.click(await screen.findByRole('button', { name: 'End session: Safari on iPhone' }))
  expect(await screen.findByText('Session ended: Safari on iPhone')).toBeTruthy()
  expect(written()).toEqual([['account.sessions.end', { id: phone.id }]])
  expect(screen.queryByText('Safari on iPhone')).toBeNull()
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
  // No button is left, so the list itself takes the focus.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' })))
})

test('A-08 after ending a session, the focus moves to the next session that can be ended', async () => {
  await showSection(<OwnSessions />, open(here, phone, tablet))
  await userEvent.click(await screen.findByRole('button', { name: 'End session: Safari on iPhone' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'End session: Chrome on Android' }),
    ),
  )
})

test('A-08 one button ends all other sessions after a confirmation', async () => {
  await showSection(<OwnSessions />, open(here, phone, tablet))
  await userEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }))
  const dialog = screen.getByRole('alertdialog')
  expect(dialog.textContent).toContain('2 other sessions.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'End all other sessions' }))
  expect(await screen.findByText('2 other sessions ended')).toBeTruthy()
  expect(screen.queryByText('Safari on iPhone')).toBeNull()
  expect(screen.getByText('Firefox on Linux')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' })))
})
