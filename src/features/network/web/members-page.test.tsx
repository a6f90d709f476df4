// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import { MembersPage } from './members-page'
import { type MembersSearch, parseMembersSearch } from './members-search'
import { parseNetworkSearch } from './network-search'
import { Address, clearParts, listenToToasts, createMember, noRelation, renderPart } from './testing-parts'

let calls: [string, unknown][]

beforeEach(() => {
  listenToToasts()
  calls = fakeServer({
    listMembers: ({ after, type, show }: { after?: string; type?: string; show?: string }) => {
      if (type === 'venue') return { members: [], nextCursor: null }
      if (show === 'suggested')
        return {
          members: [createMember('Dae-Jung Park', { reason: 'You’re both playing Low Ceiling' })],
          nextCursor: null,
        }
      return after === undefined
        ? {
            members: [
              createMember('Ada Adler'),
              createMember('Ben Bakker', {
                relation: { ...noRelation, state: 'connected', connectionId: 'c1' },
              }),
            ],
            nextCursor: 'next',
          }
        : { members: [createMember('Cleo Cruz')], nextCursor: null }
    },
  })
})
afterEach(clearParts)

const show = (search: MembersSearch = {}) =>
  renderPart(
    <Address start={search}>{(now, setNow) => <MembersPage search={now} onSearchChange={setNow} />}</Address>,
  )

test('lists members with types, location and relation, and loads more on request', async () => {
  await show()
  expect(await screen.findByRole('link', { name: 'Ada Adler' })).toBeTruthy()
  expect(screen.getAllByText('Agent · Malmö, SE')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Connect with Ada Adler' })).toBeTruthy()
  expect(screen.getByText('Connected')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: 'Cleo Cruz' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('lists suggested members with the reason', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Suggested' }))
  expect(await screen.findByText('You’re both playing Low Ceiling')).toBeTruthy()
})

test('a filter for a type without members can be cleared', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Venue' }))
  expect(await screen.findByText('No members match that')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByRole('link', { name: 'Ada Adler' })).toBeTruthy()
})

test('searches members after a pause in typing', async () => {
  await show()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or location' }), 'leeds')
  await waitFor(() => expect(calls.at(-1)?.[1]).toMatchObject({ q: 'leeds' }))
})

test('parses the URL and ignores invalid values', () => {
  expect(parseMembersSearch({ q: ' juno ', type: 'dj', show: 'suggested' })).toEqual({
    q: 'juno',
    type: 'dj',
    show: 'suggested',
  })
  expect(parseMembersSearch({ q: {}, type: 'king', show: 'none' })).toEqual({
    q: undefined,
    type: undefined,
    show: undefined,
  })
  expect(parseNetworkSearch({ tab: 'pending', q: 90, blocked: true })).toEqual({
    tab: 'pending',
    q: '90',
    blocked: true,
  })
  expect(parseNetworkSearch({ tab: 'connections', q: '', blocked: 'yes' })).toEqual({
    tab: undefined,
    q: undefined,
    blocked: undefined,
  })
})
