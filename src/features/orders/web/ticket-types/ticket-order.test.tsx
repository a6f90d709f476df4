// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { moveItem } from '../../rules/ticket-types'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import type { SaveReport } from './save-report'
import { createBoard, EVENT, createFourTypes } from './testing-board'
import { TicketsSection } from './tickets-section'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
})

/** Renders the list with a slow server: requests arrive, and are answered, when the test says so. */
async function show() {
  let stands = createFourTypes()
  const pendingResponses: (() => void)[] = []
  const respondLater = (work: () => void) =>
    new Promise((resolve, reject) => {
      pendingResponses.push(() => {
        try {
          work()
          resolve(createBoard(stands))
        } catch (error) {
          reject(error)
        }
      })
    })
  const refused = new Set<number>()
  const server = fakeServer({
    'types.list': () => createBoard(stands),
    'types.move': (input) => {
      const { id, to } = input as { id: string; to: number }
      return respondLater(() => {
        if (refused.has(to)) throw new ORPCError('CONFLICT', { status: 409, message: 'The night is over.' })
        const from = stands.findIndex((type) => type.id === id)
        stands = moveItem(stands, from, to)
      })
    },
    'types.save': () => {
      const board = createBoard(stands)
      return new Promise((resolve) => pendingResponses.push(() => resolve(board)))
    },
  })
  const reports: SaveReport['state'][] = []
  renderPart(
    <TicketsSection
      eventId={EVENT}
      acts={['edit', 'publish', 'money']}
      timezone="Europe/London"
      currency="USD"
      startsAt="2030-12-05T23:00:00Z"
      eventEnd={null}
      capacity={600}
      onSaving={({ state }) => reports.push(state)}
    />,
  )
  await screen.findByRole('heading', { name: 'Tickets' })
  const getGrip = (name: string) => screen.getByRole('button', { name: `Move ${name}` })
  return {
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
    getGrip,
    reports,
    refused,
    shown: () => screen.getAllByRole('group').map((row) => row.getAttribute('aria-label')),
    listStored: () => stands.map(({ name }) => name),
    moves: () =>
      server.asked.filter(([name]) => name === 'types.move').map(([, input]) => (input as { to: number }).to),
    respond: async (position: 'oldest' | 'newest') => {
      await waitFor(() => expect(pendingResponses).not.toEqual([]))
      await act(async () => {
        const resolvePending = position === 'oldest' ? pendingResponses.shift() : pendingResponses.pop()
        resolvePending?.()
        await vi.advanceTimersByTimeAsync(5)
      })
    },
    isQuiet: () => pendingResponses.length === 0,
  }
}

const crewSecond = ['Early Bird', 'Crew Table', 'General Admission', 'Late Entry']

test('R-07 two quick key presses move a type by two places, in whichever order the responses arrive', async () => {
  const { user, getGrip, shown, listStored, respond, isQuiet } = await show()
  act(() => getGrip('Crew Table').focus())
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(shown()).toEqual(crewSecond)
  while (!isQuiet()) await respond('newest')
  expect(listStored()).toEqual(crewSecond)
  expect(shown()).toEqual(crewSecond)
})

test('a late response does not revert later moves, and the grip keeps the focus', async () => {
  const { user, getGrip, shown, listStored, respond, reports } = await show()
  act(() => getGrip('Early Bird').focus())
  const states = [shown()]
  await user.keyboard('{ArrowDown}')
  states.push(shown())
  await user.keyboard('{ArrowDown}')
  states.push(shown())
  await user.keyboard('{ArrowUp}')
  states.push(shown())
  const listPlaces = () => states.map((names) => names.indexOf('Early Bird'))
  expect(listPlaces()).toEqual([0, 1, 2, 1])
  await respond('oldest')
  states.push(shown())
  expect(reports.at(-1)).toBe('saving')
  await respond('oldest')
  states.push(shown())
  expect(listPlaces()).toEqual([0, 1, 2, 1, 1, 1])
  expect(document.activeElement).toBe(getGrip('Early Bird'))
  expect(listStored().indexOf('Early Bird')).toBe(1)
  expect(reports.at(-1)).toBe('saved')
})

test('sends only the last of several moves of a row while another move is in flight', async () => {
  const { user, getGrip, moves, listStored, shown, respond, isQuiet } = await show()
  act(() => getGrip('Crew Table').focus())
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  while (!isQuiet()) await respond('oldest')
  expect(moves()).toEqual([2, 0])
  act(() => getGrip('Early Bird').focus())
  await user.keyboard('{ArrowDown}')
  act(() => getGrip('Late Entry').focus())
  await user.keyboard('{ArrowUp}')
  while (!isQuiet()) await respond('oldest')
  expect(listStored()).toEqual(['Crew Table', 'General Admission', 'Late Entry', 'Early Bird'])
  expect(shown()).toEqual(listStored())
})

test('shows why a move was refused and restores the saved order', async () => {
  const { user, getGrip, shown, listStored, respond, moves, refused } = await show()
  refused.add(2)
  act(() => getGrip('Crew Table').focus())
  await user.keyboard('{ArrowUp}{ArrowUp}')
  await respond('oldest')
  expect(await screen.findByText('The night is over.')).toBeTruthy()
  await waitFor(() => expect(shown()).toEqual(createFourTypes().map(({ name }) => name)))
  expect(listStored()).toEqual(shown())
  expect(moves()).toEqual([2])
  await user.keyboard('{ArrowUp}')
  refused.clear()
  await respond('oldest')
  expect(shown()).toEqual(['Early Bird', 'General Admission', 'Crew Table', 'Late Entry'])
})

test('a price that is saved while ticket types are moved does not restore the previous order', async () => {
  const { user, getGrip, shown, listStored, respond, isQuiet } = await show()
  const price = within(screen.getByRole('group', { name: 'Late Entry' })).getByLabelText('Price in USD')
  await user.clear(price)
  await user.type(price, '18{Enter}')
  act(() => getGrip('Crew Table').focus())
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(shown()).toEqual(crewSecond)
  while (!isQuiet()) await respond('newest')
  expect(listStored()).toEqual(crewSecond)
  expect(shown()).toEqual(crewSecond)
})

test('marks a new type as unfinished until it is added, so that publishing waits for it', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Add a ticket type' }))
  const form = screen.getByRole('group', { name: 'New ticket type' })
  expect(form.dataset['unfinished']).toBeUndefined()
  await user.type(within(form).getByLabelText('Name'), 'Balcony')
  expect(form.dataset['unfinished']).toBe('true')
})
