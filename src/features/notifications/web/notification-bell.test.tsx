// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { NotificationItem } from '../contract'
import NotificationBell from './notification-bell'
import { notifications } from './queries'
import { clearParts, expired, offer, renderPart, request } from './testing-parts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A server with these notifications that marks them as read on request. */
function fakeNotificationServer(
  notices: NotificationItem[],
  more: Record<string, (input: never) => unknown> = {},
) {
  let stored = notices
  const read = (ids?: readonly string[]) => {
    stored = stored.map((notice) =>
      ids?.includes(notice.id) === false ? notice : { ...notice, readAt: new Date().toISOString() },
    )
    return {}
  }
  return fakeServer({
    unread: () => ({ count: stored.filter(({ readAt }) => readAt === null).length }),
    list: () => ({ notices: stored, nextCursor: null }),
    markRead: ({ ids }: { ids: string[] }) => read(ids),
    markAllRead: () => read(),
    ...more,
  })
}
const findBell = (name: string | RegExp) => screen.findByRole('button', { name })
const open = async () => {
  await userEvent.click(await findBell(/^Notifications/))
  return screen.findByRole('dialog', { name: 'Notifications' })
}

test('the bell shows the number of unread notifications, up to 99', async () => {
  fakeNotificationServer([], { unread: () => ({ count: 100 }) })
  await renderPart(<NotificationBell />)
  expect((await findBell('Notifications, 99+ unread')).textContent).toContain('99+')
})

test('the bell shows no number without unread notifications', async () => {
  fakeNotificationServer([expired])
  await renderPart(<NotificationBell />)
  expect((await findBell('Notifications')).textContent).toMatch(/^$/)
})

test('announces to screen readers only notifications that arrive while the page is open', async () => {
  let count = 1
  fakeNotificationServer([], { unread: () => ({ count }) })
  const queryClient = await renderPart(<NotificationBell />)
  await findBell('Notifications, 1 unread')
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  count = 3
  await act(() => queryClient.invalidateQueries({ queryKey: notifications.key() }))
  await waitFor(() => expect(status.textContent).toContain('3 unread notifications'))
  expect(status.getAttribute('aria-live')).toBe('polite')
  count = 0
  await act(() => queryClient.invalidateQueries({ queryKey: notifications.key() }))
  await waitFor(() => expect(status.textContent).toBe(''))
})

test('opening the panel loads the list, with a link per row and a label on rows that need an answer', async () => {
  const calls = fakeNotificationServer([request, offer, expired])
  await renderPart(<NotificationBell />)
  await findBell('Notifications, 2 unread')
  expect(calls.map(([name]) => name)).not.toContain('list')
  const panel = within(await open())
  const rows = await panel.findAllByRole('listitem')
  // The panel has no landmarks that the page already has.
  for (const landmark of ['banner', 'contentinfo']) expect(panel.queryByRole(landmark)).toBeNull()
  // The initials, which are hidden from screen readers, come before the sentence.
  expect(rows.map((row) => row.querySelector('div')?.textContent)).toEqual([
    'Dae-Jung Park wants to connectUnread, 9 minAnswer',
    'Sofia Lind offers you $1,200.00Unread, 9 minAnswer',
    'Low Ceiling expired without an answer9 min',
  ])
  expect(panel.getByRole('link', { name: 'Sofia Lind offers you $1,200.00' }).getAttribute('href')).toBe(
    '/dashboard/bookings/b1',
  )
  expect(panel.getAllByRole('link', { name: 'Answer' }).map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/network?tab=pending',
    '/dashboard/bookings/b1',
  ])
  expect(panel.getByRole('link', { name: 'Email settings' }).getAttribute('href')).toBe(
    '/dashboard/settings#mail',
  )
})

test('another feature’s buttons replace the link, but only while an answer is needed', async () => {
  fakeNotificationServer([request, offer, { ...request, id: 'settled', action: null }])
  await renderPart(
    <NotificationBell
      renderActions={({ kind, subjectId }) =>
        kind === 'connection_request' ? <button type="button">Accept {subjectId}</button> : null
      }
    />,
  )
  const panel = within(await open())
  expect(await panel.findAllByRole('button', { name: `Accept ${request.subjectId}` })).toHaveLength(1)
  expect(panel.getAllByRole('link', { name: 'Answer' })).toHaveLength(1)
})

test('marks notifications as read after two seconds, and keeps their dots until the panel closes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = fakeNotificationServer([request, expired])
  await renderPart(<NotificationBell />)
  const panel = within(await open())
  await panel.findByText('Dae-Jung Park')
  expect(calls.map(([name]) => name)).not.toContain('markRead')
  await act(() => vi.advanceTimersByTimeAsync(2100))
  await waitFor(() => expect(calls).toContainEqual(['markRead', { ids: [request.id] }]))
  // The rest of the page is hidden from queries by role while a dialog is open.
  await screen.findByLabelText('Notifications', { selector: 'button' })
  expect(panel.getByText('Unread,')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Notifications')
  const again = within(await open())
  await again.findByText('Dae-Jung Park')
  expect(again.queryByText('Unread,')).toBeNull()
})

test('leaves notifications unread when the list closes within two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = fakeNotificationServer([request])
  await renderPart(<NotificationBell />)
  within(await open())
  await screen.findByText('Dae-Jung Park')
  await userEvent.keyboard('{Escape}')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(calls.map(([name]) => name)).not.toContain('markRead')
})

test('notifications that arrive in a hidden tab stay unread until the tab is visible', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const calls = fakeNotificationServer([request])
  await renderPart(<NotificationBell />)
  await open()
  await screen.findByText('Dae-Jung Park')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls.map(([name]) => name)).not.toContain('markRead')
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await act(() => vi.advanceTimersByTimeAsync(2100))
  await waitFor(() => expect(calls).toContainEqual(['markRead', { ids: [request.id] }]))
})

test('following a notification marks it as read and closes the panel', async () => {
  const calls = fakeNotificationServer([request, offer])
  await renderPart(<NotificationBell />)
  const panel = within(await open())
  await userEvent.click(await panel.findByRole('link', { name: 'Sofia Lind offers you $1,200.00' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(calls).toContainEqual(['markRead', { ids: [offer.id] }]))
})

test('"Mark all as read" removes the dots and is then disabled', async () => {
  const calls = fakeNotificationServer([request, offer])
  await renderPart(<NotificationBell />)
  const panel = within(await open())
  await userEvent.click(await panel.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(panel.queryByText('Unread,')).toBeNull())
  expect(calls.map(([name]) => name)).toContain('markAllRead')
  await waitFor(() =>
    expect(panel.getByRole('button', { name: 'Mark all as read' }).getAttribute('aria-disabled')).toBe(
      'true',
    ),
  )
})

test('an empty list explains what will appear', async () => {
  fakeNotificationServer([])
  await renderPart(<NotificationBell />)
  const panel = within(await open())
  expect(await panel.findByText('No notifications yet')).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('a list that fails to load shows an error and can be retried', async () => {
  let isAway = true
  fakeNotificationServer([], {
    list: () => {
      if (isAway) throw new Error('away')
      return { notices: [offer], nextCursor: null }
    },
  })
  await renderPart(<NotificationBell />)
  const panel = within(await open())
  expect((await panel.findByRole('alert')).textContent).toMatch(/\w{3,}/)
  isAway = false
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByText('Sofia Lind')).toBeTruthy()
})

test('"Show more" adds the next page; if it fails, the rows above are still shown', async () => {
  let isAway = true
  const calls = fakeNotificationServer([], {
    list: ({ after }: { after?: string }) => {
      if (after === undefined) return { notices: [request], nextCursor: request.id }
      if (isAway) throw new Error('away')
      return { notices: [expired], nextCursor: null }
    },
  })
  await renderPart(<NotificationBell />)
  const panel = within(await open())
  await userEvent.click(await panel.findByRole('button', { name: 'Show more' }))
  expect(await panel.findByRole('alert')).toBeTruthy()
  expect(panel.getByText('Dae-Jung Park')).toBeTruthy()
  isAway = false
  await userEvent.click(panel.getByRole('button', { name: 'Show more' }))
  expect(await panel.findByText('Low Ceiling expired without an answer')).toBeTruthy()
  expect(calls).toContainEqual(['list', { limit: 20, after: request.id }])
  expect(panel.queryByRole('button', { name: 'Show more' })).toBeNull()
})
