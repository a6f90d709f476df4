// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { Relation, RelationStatusOutput } from '../contract'
import { ConnectButton } from './connect-button'
import { MutualConnections } from './mutual-connections'
import { clearParts, listenToToasts, noRelation, renderPart } from './testing-parts'

let relation: Relation
let toasts: string[]
let calls: [string, unknown][]
let requestFails: boolean

const become = (status: Partial<RelationStatusOutput>) => {
  relation = { ...relation, ...noRelation, ...status }
  return relation
}

// Loads the dialogs and the menu in advance, because on a busy machine loading takes longer than a test waits for
// them.
beforeAll(async () => {
  await Promise.all([import('./connect-dialog'), import('./confirm-change'), import('./person-menu')])
})
beforeEach(() => {
  requestFails = false
  relation = { ...noRelation, mutual: { count: 0, people: [] } }
  toasts = listenToToasts()
  calls = fakeServer({
    relation: () => relation,
    request: () => {
      if (requestFails) throw new ORPCError('TOO_MANY_REQUESTS', { message: 'Try again in 4 minutes.' })
      return become({ state: 'requested', connectionId: 'c1' })
    },
    withdraw: () => become({}),
    accept: () => become({ state: 'connected', connectionId: 'c1' }),
    decline: () => become({}),
    block: () => ({}),
  })
})
afterEach(clearParts)

const show = () => renderPart(<ConnectButton personId="sofia" name="Sofia Lind" isSignedIn />)
const button = (name: string) => screen.findByRole('button', { name })

test('a visitor signs in and returns to the page', async () => {
  await renderPart(<ConnectButton personId="sofia" name="Sofia Lind" isSignedIn={false} />)
  const link = screen.getByRole('link', { name: 'Connect with Sofia Lind' })
  expect(link.getAttribute('href')).toBe('/auth?tab=sign-in&next=%2Fhere')
  expect(calls).toEqual([])
})

test('sends a request with a note, shows that it was sent, and withdraws it after a confirmation', async () => {
  await show()
  await userEvent.click(await button('Connect with Sofia Lind'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect with Sofia Lind' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^Note/ }), '  Signal stage?')
  await userEvent.click(dialog.getByRole('button', { name: 'Send request' }))
  await waitFor(() => expect(toasts).toEqual(['success: Request sent']))
  expect(calls).toContainEqual(['request', { id: 'sofia', note: 'Signal stage?' }])
  expect(screen.getByText('Request sent')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Withdraw your request to Sofia Lind' }),
    ),
  )
  await userEvent.click(await button('Withdraw your request to Sofia Lind'))
  await userEvent.click(await button('Withdraw request'))
  expect(await button('Connect with Sofia Lind')).toBeTruthy()
})

test('keeps the note when a request fails', async () => {
  requestFails = true
  await show()
  await userEvent.click(await button('Connect with Sofia Lind'))
  const note = await screen.findByRole('textbox', { name: /^Note/ })
  await userEvent.type(note, 'Long thought about')
  await userEvent.click(await button('Send request'))
  await waitFor(() => expect(toasts).toEqual(['error: Try again in 4 minutes.']))
  expect((note as HTMLTextAreaElement).value).toBe('Long thought about')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(await button('Connect with Sofia Lind'))
  const again: HTMLTextAreaElement = await screen.findByRole('textbox', { name: /^Note/ })
  expect(again.value).toBe('Long thought about')
})

test('shows an error for a note that is too long, and sends nothing', async () => {
  await show()
  await userEvent.click(await button('Connect with Sofia Lind'))
  await userEvent.click(await screen.findByRole('textbox', { name: /^Note/ }))
  await userEvent.paste('x'.repeat(301))
  await userEvent.click(await button('Send request'))
  expect(await screen.findByText('Use at most 300 characters.')).toBeTruthy()
  expect(calls.filter(([name]) => name === 'request')).toEqual([])
})

test('a received request can be answered in place', async () => {
  become({ state: 'incoming', connectionId: 'c1' })
  await show()
  expect(await button('Decline Sofia Lind')).toBeTruthy()
  await userEvent.click(await button('Accept Sofia Lind'))
  expect(await screen.findByText('Connected')).toBeTruthy()
  expect(toasts).toEqual(['success: Connection accepted!'])
})

test.each([
  ['incoming', 'Answer connection request', '/dashboard/network?tab=pending'],
  ['requested', 'Connection request sent', '/dashboard/network?tab=sent'],
] as const)(
  'on a page with its own request buttons, shows only a link to a request that is %s',
  async (state, name, href) => {
    become({ state, connectionId: 'c1' })
    await renderPart(<ConnectButton personId="sofia" name="Sofia Lind" isSignedIn hasRequestLink />)
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(href)
    expect(screen.queryByRole('button', { name: /Accept|Decline|Withdraw/ })).toBeNull()
  },
)

test('after a declined request, shows when another one is possible', async () => {
  become({ state: 'declined', requestAgainAt: '2026-12-12T10:00:00.000Z' })
  await show()
  expect(await screen.findByText('Request again from Sat 12 Dec 2026')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Connect/ })).toBeNull()
})

test('sending a message requires a connection, reporting a person does not', async () => {
  const report = vi.fn<() => void>()
  const showWith = () =>
    renderPart(
      <ConnectButton
        personId="sofia"
        name="Sofia Lind"
        isSignedIn
        whenConnected={<button>Message</button>}
        onReport={report}
      />,
    )
  await showWith()
  await userEvent.click(await button('More about Sofia Lind'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report…' }))
  expect(report).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Message' })).toBeNull()
  clearParts()
  relation = { ...relation, state: 'connected', connectionId: 'c1' }
  fakeServer({ relation: () => relation })
  await showWith()
  expect(await button('Message')).toBeTruthy()
})

test('after a block, the reader leaves the person’s page, which they can no longer see', async () => {
  const { path } = await show()
  await userEvent.click(await button('More about Sofia Lind'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block' }))
  await userEvent.click(await button('Block'))
  await waitFor(() => expect(path()).toBe('/dashboard/network'))
  expect(toasts).toEqual(['success: You blocked Sofia Lind'])
})

test("the Connect button is not shown for oneself and for people the reader can't see", async () => {
  become({ state: 'self' })
  await show()
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  clearParts()
  fakeServer({
    relation: () => {
      throw new ORPCError('NOT_FOUND', { message: 'Member not found' })
    },
  })
  await show()
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

test('shows the number of mutual connections and the names of the first few', async () => {
  relation.mutual = {
    count: 14,
    people: ['Ada', 'Ben'].map((name) => ({ id: name, name, avatarUrl: null })),
  }
  await renderPart(<MutualConnections personId="sofia" />)
  expect(await screen.findByRole('heading', { name: '14 shared connections' })).toBeTruthy()
  expect(screen.getByText('Ada, Ben and 12 more')).toBeTruthy()
})
