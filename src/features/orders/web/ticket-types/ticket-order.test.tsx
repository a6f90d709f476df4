// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { moveItem } from '../../rules/ticket-types'
import { fakeServer, renderPart } from '~tests/support/order-parts'
import type { SaveReport } from './save-report'
import { boardOf, EVENT, fourTypes } from './testing-board'
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
  let stands = fourTypes()
  const pendingResponses: (() => void)[] = []
  const far = (work: () => void) =>
    new Promise((resolve, reject) => {
      pendingResponses.push(() => {
        try {
          work()
          resolve(boardOf(stands))
        } catch (error) {
          reject(error)
        }
      })
    })
  const refused = new Set<number>()
  const server = fakeServer({
    'types.list': () => boardOf(stands),
    'types.move': (input) => {
      const { id, to } = input as { id: string; to: number }
      return far(() => {
        if (refused.has(to)) throw new ORPCError('CONFLICT', { status: 409, message: 'The night is over.' })
        const from = stands.findIndex((type) => type.id === id)
        stands = moveItem(stands, from, to)
      })
    },
    'types.save': () => {
      const answer = boardOf(stands)
      return new Promise((resolve) => pendingResponses.push(() => resolve(answer)))
    },
  })
  const reports: SaveReport['state'][] = []
  renderPart(
    <TicketsSection
      eventId={EVENT}
      acts={['edit', 'publish', 'money']}
      timezone="Europe/London"
      startsAt="2030-12-05T23:00:00Z"
      eventEnd={null}
      capacity={600}
      onSaving={({ state }) => reports.push(state)}
    />,
  )
  await screen.findByRole('heading', { name: 'Tickets' })
  const grip = (name: string) => screen.getByRole('button', { name: `Move ${name}` })
  return {
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
    grip,
    reports,
    refused,
    shown: () => screen.getAllByRole('group').map((row) => row.getAttribute('aria-label')),
    kept: () => stands.map(({ name }) => name),
    moves: () =>
      server.asked.filter(([name]) => name === 'types.move').map(([, input]) => (input as { to: number }).to),
    answer: async (which: 'oldest' | 'newest') => {
      await waitFor(() => expect(pendingResponses).not.toEqual([]))
      await act(async () => {
        const one = which === 'oldest' ? pendingResponses.shift() : pendingResponses.pop()
        one?.()
        await vi.advanceTimersByTimeAsync(5)
      })
    },
    isQuiet: () => pendingResponses.length === 0,
  }
}

const crewSecond = ['Early Bird', 'Crew Table', 'General Admission', 'Late Entry']

test('R-07 counts two quick key presses, in whichever order they arrive', async () => {
  const { user, grip, shown, kept, answer, isQuiet } = await show()
  act(() => grip('Crew Table').focus())
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(shown()).toEqual(crewSecond)
  while (!isQuiet()) await answer('newest')
  expect(kept()).toEqual(crewSecond)
  expect(shown()).toEqual(crewSecond)
})

test('a late response does not revert later moves, and the grip keeps the focus', async () => {
  const { user, grip, shown, kept, answer, reports } = await show()
  act(() => grip('Early Bird').focus())
  const states = [shown()]
  await user.keyboard('{ArrowDown}')
  states.push(shown())
  await user.keyboard('{ArrowDown}')
  states.push(shown())
  await user.keyboard('{ArrowUp}')
  states.push(shown())
  const places = () => states.map((names) => names.indexOf('Early Bird'))
  expect(places()).toEqual([0, 1, 2, 1])
  await answer('oldest')
  states.push(shown())
  expect(reports.at(-1)).toBe('saving')
  await answer('oldest')
  states.push(shown())
  expect(places()).toEqual([0, 1, 2, 1, 1, 1])
  expect(document.activeElement).toBe(grip('Early Bird'))
  expect(kept().indexOf('Early Bird')).toBe(1)
  expect(reports.at(-1)).toBe('saved')
})

test('sends only the last of several moves of a row while another move is in flight', async () => {
  const { user, grip, moves, kept, shown, answer, isQuiet } = await show()
  act(() => grip('Crew Table').focus())
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  while (!isQuiet()) await answer('oldest')
  expect(moves()).toEqual([2, 0])
  act(() => grip('Early Bird').focus())
  await user.keyboard('{ArrowDown}')
  act(() => grip('Late Entry').focus())
  await user.keyboard('{ArrowUp}')
  while (!isQuiet()) await answer('oldest')
  expect(kept()).toEqual(['Crew Table', 'General Admission', 'Late Entry', 'Early Bird'])
  expect(shown()).toEqual(kept())
})

test('shows why a move was refused and restores the saved order', async () => {
  const { user, grip, shown, kept, answer, moves, refused } = await show()
  refused.add(2)
  act(() => grip('Crew Table').focus())
  await user.keyboard('{ArrowUp}{ArrowUp}')
  await answer('oldest')
  expect(await screen.findByText('The night is over.')).toBeTruthy()
  await waitFor(() => expect(shown()).toEqual(fourTypes().map(({ name }) => name)))
  expect(kept()).toEqual(shown())
  expect(moves()).toEqual([2])
  await user.keyboard('{ArrowUp}')
  refused.clear()
  await answer('oldest')
  expect(shown()).toEqual(['Early Bird', 'General Admission', 'Crew Table', 'Late Entry'])
})

test('saving a price meanwhile does not restore the previous order', async () => {
  const { user, grip, shown, kept, answer, isQuiet } = await show()
  const price = within(screen.getByRole('group', { name: 'Late Entry' })).getByLabelText('Price in dollars')
  await user.clear(price)
  await user.type(price, '18{Enter}')
  act(() => grip('Crew Table').focus())
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(shown()).toEqual(crewSecond)
  while (!isQuiet()) await answer('newest')
  expect(kept()).toEqual(crewSecond)
  expect(shown()).toEqual(crewSecond)
})
