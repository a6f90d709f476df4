// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { Connection, NetworkTab } from '../contract'
import { notify } from '~/design/toast'
import { NetworkPage } from './network-page'
import type { NetworkSearch } from './network-search'
import {
  Address,
  clearParts,
  createConnection,
  listenToToasts,
  createPerson,
  renderPart,
} from './testing-parts'

type Lists = Record<NetworkTab, Connection[]>
let lists: Lists
let blocked: string[]
let toasts: string[]
let calls: [string, unknown][]
let fails: boolean

const drop = (id: string) => {
  for (const tab of ['connections', 'pending', 'sent'] as const)
    lists[tab] = lists[tab].filter((connection) => connection.id !== id)
}
const change = (input: { id: string }) => {
  if (fails) throw new Error('The server is away')
  drop(input.id)
  return { state: 'none', connectionId: null, note: null, requestAgainAt: null }
}

beforeEach(() => {
  fails = false
  blocked = ['Rude Rick']
  lists = {
    connections: [
      createConnection('Juno Okafor', {
        person: createPerson('Juno Okafor', {
          isDj: true,
          isVerified: true,
          djName: 'DJ Juno',
          memberTypes: ['dj', 'producer'],
        }),
      }),
      createConnection('Owen Faulk'),
    ],
    pending: [
      createConnection('Sofia Lind', { note: 'Signal stage?', reason: '14 shared connections' }),
      createConnection('Dae-Jung Park'),
      createConnection('Noor Haddad'),
    ],
    sent: [createConnection('Nova Reyes')],
  }
  toasts = listenToToasts()
  calls = fakeServer({
    counts: () => ({
      connections: lists.connections.length,
      pending: lists.pending.length,
      sent: lists.sent.length,
    }),
    list: ({ tab, q }: { tab: NetworkTab; q?: string }) => ({
      connections: lists[tab].filter(({ person }) => person.fullName.toLowerCase().includes(q ?? '')),
      nextCursor: null,
    }),
    listBlocked: () => ({ people: blocked.map((name) => createPerson(name)), nextCursor: null }),
    accept: (input: { id: string }) => {
      const accepted = lists.pending.filter(({ id }) => id === input.id)
      const standing = change(input)
      lists.connections = [...accepted, ...lists.connections]
      return standing
    },
    decline: change,
    reopen: change,
    withdraw: change,
    remove: change,
    block: ({ id }: { id: string }) => {
      drop(id.replace('id-', 'with-'))
      return {}
    },
    unblock: () => {
      blocked = []
      return {}
    },
  })
})
afterEach(clearParts)

const show = (search: NetworkSearch = {}) =>
  renderPart(
    <Address start={search}>{(now, setNow) => <NetworkPage search={now} onSearchChange={setNow} />}</Address>,
  )
const tab = (name: string) => screen.findByRole('tab', { name })
const listInputs = (call: string) => calls.filter(([name]) => name === call).map(([, input]) => input)

describe('NW-01', () => {
  test('shows three tabs with counts, and connections with types, location and a link to each page', async () => {
    await show()
    await tab('My Connections (2)')
    await tab('Pending (3)')
    await tab('Sent (1)')
    const table = within(await screen.findByRole('table'))
    const row = within(table.getByRole('row', { name: /Juno Okafor/ }))
    expect(row.getByRole('link', { name: 'Juno Okafor' }).getAttribute('href')).toBe('/dj/id-Juno Okafor')
    expect(row.getByText('DJ Juno')).toBeTruthy()
    expect(row.getByRole('cell', { name: 'DJ, Producer' })).toBeTruthy()
    expect(table.getByRole('link', { name: 'Owen Faulk' }).getAttribute('href')).toBe(
      '/dashboard/members/id-Owen Faulk',
    )
  })

  test('moves between the tabs with arrow keys', async () => {
    await show()
    ;(await tab('My Connections (2)')).focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByText('Signal stage?')).toBeTruthy()
    expect(screen.getByText('14 shared connections')).toBeTruthy()
    expect(screen.getByText('3 requests shown')).toBeTruthy()
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByRole('button', { name: 'Withdraw your request to Nova Reyes' })).toBeTruthy()
    expect(screen.getByText('1 request shown')).toBeTruthy()
  })

  test('shows the names of customers and of people who hide their profile without a link', async () => {
    lists.connections = [
      createConnection('Hida Hidden', {
        person: createPerson('Hida Hidden', { isDj: true, hasPage: false }),
      }),
    ]
    await show({})
    expect(await screen.findByText('Hida Hidden')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Hida Hidden' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'More about Hida Hidden' }))
    expect(await screen.findByRole('menuitem', { name: 'Block' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'View profile' })).toBeNull()
  })

  test('the search runs on the server and can be cleared when it finds no one', async () => {
    await show()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or DJ name' }), 'nobody')
    expect(await screen.findByText('No connections match that name')).toBeTruthy()
    expect(listInputs('list')).toContainEqual({ tab: 'connections', q: 'nobody' })
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await screen.findByRole('link', { name: 'Owen Faulk' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  test.each([
    [{}, 'No connections yet'],
    [{ tab: 'pending' }, 'No pending requests'],
    [{ tab: 'sent' }, 'No sent requests'],
  ] as const)('the tab of the search %o shows its empty state', async (search, words) => {
    lists = { connections: [], pending: [], sent: [] }
    await show(search)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('a list that fails to load shows an error and can be retried', async () => {
    let isAway = true
    fakeServer({
      counts: () => ({ connections: 0, pending: 0, sent: 0 }),
      list: () => {
        if (isAway) throw new TypeError('fetch failed')
        return { connections: [createConnection('Owen Faulk')], nextCursor: null }
      },
    })
    await show()
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText(/couldn’t reach the server/)).toBeTruthy()
    isAway = false
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Owen Faulk' })).toBeTruthy()
  })
})

describe('NW-02', () => {
  test('a decline can be undone from its toast', async () => {
    await show({ tab: 'pending' })
    await userEvent.click(await screen.findByRole('button', { name: 'Decline Sofia Lind' }))
    await waitFor(() => expect(notify.success).toHaveBeenCalled())
    vi.mocked(notify.success).mock.calls[0]?.[1]?.action?.onClick()
    await waitFor(() => expect(listInputs('reopen')).toEqual([{ id: 'with-Sofia Lind' }]))
  })

  test.each([
    ['Accept', 'accept', 'success: Connection accepted!', 'My Connections (3)'],
    ['Decline', 'decline', 'success: Connection declined', 'My Connections (2)'],
  ])('the button %s removes the row immediately and shows a toast', async (label, call, words, first) => {
    await show({ tab: 'pending' })
    await userEvent.click(await screen.findByRole('button', { name: `${label} Sofia Lind` }))
    await waitFor(() => expect(screen.queryByText('Signal stage?')).toBeNull())
    await waitFor(() => expect(toasts).toEqual([words]))
    expect(listInputs(call)).toEqual([{ id: 'with-Sofia Lind' }])
    await tab('Pending (2)')
    await tab(first)
  })

  test.each([
    ['Accept', 'error: Failed to accept request'],
    ['Decline', 'error: Failed to decline request'],
  ])('if %s fails, the row is restored and an error is shown', async (label, words) => {
    fails = true
    await show({ tab: 'pending' })
    await userEvent.click(await screen.findByRole('button', { name: `${label} Sofia Lind` }))
    await waitFor(() => expect(toasts).toEqual([words]))
    expect(await screen.findByRole('button', { name: `${label} Sofia Lind` })).toBeTruthy()
    await tab('Pending (3)')
  })

  test('after answering a request by keyboard, focus moves to the next request', async () => {
    await show({ tab: 'pending' })
    ;(await screen.findByRole('button', { name: 'Accept Dae-Jung Park' })).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept Noor Haddad' })),
    )
  })
})

describe('destructive changes ask for confirmation', () => {
  test('withdrawing a request asks for confirmation', async () => {
    await show({ tab: 'sent' })
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw your request to Nova Reyes' }))
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Withdraw your request to Nova Reyes?' }),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(listInputs('withdraw')).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw your request to Nova Reyes' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw request' }))
    await waitFor(() => expect(toasts).toEqual(['success: Request withdrawn']))
    expect(await screen.findByText('No sent requests')).toBeTruthy()
  })

  test.each([
    ['Remove connection', 'Remove Owen Faulk?', 'Remove connection', 'success: Connection removed', 'remove'],
    ['Block', 'Block Owen Faulk?', 'Block', 'success: You blocked Owen Faulk', 'block'],
  ])('the menu item “%s” asks for confirmation', async (item, title, confirm, words, call) => {
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'More about Owen Faulk' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: item }))
    const dialog = within(await screen.findByRole('alertdialog', { name: title }))
    await userEvent.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(toasts).toEqual([words]))
    expect(listInputs(call)).toHaveLength(1)
    await tab('My Connections (1)')
    expect(screen.queryByRole('link', { name: 'Owen Faulk' })).toBeNull()
  })

  test('a blocked person is listed under Blocked and can be unblocked', async () => {
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Blocked' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Blocked' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Unblock Rude Rick' }))
    await waitFor(() => expect(toasts).toEqual(['success: You unblocked Rude Rick']))
    expect(await dialog.findByText('You haven’t blocked anyone.')).toBeTruthy()
  })
})
