import { expect, test } from 'vitest'
import { createPhoneList } from './phone-check-in-list'
import { describeMatches, listParties, toGuestParty, countAttendees } from './check-in-attendees'
import { markHits, searchParties } from './search-attendees'
import { buildGuest, buildList, NOW, buildTicket } from './testing-check-in'

const none = { tickets: new Map(), guests: new Map() }
const formatMinutesAgo = (count: number) => new Date(NOW - count * 60_000).toISOString()
const book = createPhoneList(
  buildList({
    tickets: [
      buildTicket(1, { name: 'Mara Voss', group: 'v', position: 1, count: 3 }),
      buildTicket(2, { name: 'Mara Voss', group: 'v', position: 2, count: 3 }),
      buildTicket(3, { name: 'Mara Voss', group: 'v', position: 3, count: 3, type: 'Late Entry' }),
      buildTicket(4, { name: 'Lina Voskuijlen' }),
      buildTicket(5, { name: 'Pieter de Vos', type: 'Early Bird', checkedInAt: formatMinutesAgo(40) }),
      buildTicket(6, { name: 'Zoë Ångström', checkedInAt: formatMinutesAgo(3) }),
      buildTicket(7, { name: 'Old Provost', status: 'refunded' }),
    ],
    guests: [
      buildGuest(1, {
        name: 'Ilse Brandt',
        size: 3,
        arrived: 2,
        checkIns: [{ nonce: 'n', people: 2, at: formatMinutesAgo(10), entrance: 'Front', by: 'Owen' }],
      }),
    ],
  }),
)
const parties = listParties(book, none)
const findNames = (query: string) => searchParties(parties, query).map(({ name }) => name)

test('tickets of one order form one party, described by type', () => {
  const found = searchParties(parties, 'vos')
  expect(found.map(({ name, description, size, inside }) => [name, description, size, inside])).toEqual([
    ['Lina Voskuijlen', 'General Admission', 1, 0],
    ['Mara Voss', '2 General Admission, 1 Late Entry', 3, 0],
    ['Pieter de Vos', 'Early Bird', 1, 1],
    ['Old Provost', 'General Admission', 0, 0],
  ])
  expect(describeMatches(found.slice(0, 3))).toBe('3 people, 5 tickets')
})

test('finds names without accents and in any word order, ticket numbers, and their last five digits', () => {
  expect(findNames('zoe angst')).toEqual(['Zoë Ångström'])
  expect(findNames('voss mara')).toEqual(['Mara Voss'])
  expect(findNames('88204')).toEqual(['Lina Voskuijlen'])
  expect(findNames('tk-0c41-88203')).toEqual(['Mara Voss'])
  expect(findNames('8204')).toEqual([])
  expect(findNames('  ')).toHaveLength(parties.length)
})

test("a number finds only its own ticket, not the holder's other tickets", () => {
  expect(searchParties(parties, '88203').map(({ description, size }) => [description, size])).toEqual([
    ['Late Entry', 1],
  ])
  const refunded = listParties(
    createPhoneList(
      buildList({
        tickets: [
          buildTicket(1, { name: 'Priya Raman', group: 'p', position: 1, count: 2 }),
          buildTicket(2, { name: 'Priya Raman', group: 'p', position: 2, count: 2, status: 'refunded' }),
        ],
        guests: [],
      }),
    ),
    none,
  )
  expect(searchParties(refunded, '88202').map(({ isOff, size }) => [isOff, size])).toEqual([[true, 0]])
  expect(searchParties(refunded, 'priya').map(({ isOff, size }) => [isOff, size])).toEqual([[false, 1]])
})

test('marks matches letter by letter', () => {
  expect(markHits('Pieter de Vos', 'vos')).toEqual([
    { text: 'Pieter de ', isHit: false, at: 0 },
    { text: 'Vos', isHit: true, at: 10 },
  ])
  expect(markHits('Zoë Ångström', 'ang zoe').filter(({ isHit }) => isHit)).toEqual([
    { text: 'Zoë', isHit: true, at: 0 },
    { text: 'Ång', isHit: true, at: 4 },
  ])
})

test('the tally counts guests with their companions, and excludes refunded tickets', () => {
  expect(countAttendees(book, none, NOW)).toEqual({
    inside: 4,
    expected: 9,
    guestsCheckedIn: 2,
    guests: 3,
    lastQuarter: 3,
  })
})

test('describes a guest: how many companions, and whose guest', () => {
  expect(toGuestParty(buildGuest(1, { size: 3 })).description).toBe('Guest list +2, from Juno Okafor')
  expect(toGuestParty(buildGuest(1, { guestOf: 'press', size: 4 })).description).toBe('Guest list +3, press')
  expect(toGuestParty(buildGuest(1, { guestOf: 'the house' })).description).toBe('Guest list, from the house')
  expect(toGuestParty(buildGuest(1, { guestOf: '' })).description).toBe('Guest list')
})
