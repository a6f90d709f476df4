import { expect, test } from 'vitest'
import type { QueuedAction } from './check-in-actions'
import { createPhoneList, findGuest, createOverlay, findTicket, withChanges } from './phone-check-in-list'
import { buildGuest, buildList, NOW, buildTicket } from './testing-check-in'

const ticket = buildTicket(1)
const act = (changes: Partial<QueuedAction>): QueuedAction => ({
  nonce: 'n1',
  kind: 'ticket',
  ticketId: ticket.id,
  people: 1,
  admitAnyway: false,
  at: NOW,
  entrance: 'Front',
  outcome: 'checked_in',
  counted: 1,
  wasOffline: true,
  ...changes,
})

test('the previous code of a transferred ticket finds the ticket and is marked as old', () => {
  const book = createPhoneList(buildList({ tickets: [buildTicket(1, { oldHashes: ['older'] })] }))
  const changed = withChanges(book, {
    ...buildList({ tickets: [buildTicket(1, { hash: 'new', name: 'Somebody Else' })], seq: '2' }),
    isComplete: false,
  })
  expect(changed.codes.get('new')).toEqual({ id: ticket.id, isOld: false })
  expect(changed.codes.get('hash-1')).toEqual({ id: ticket.id, isOld: true })
  expect(changed.codes.get('older')).toEqual({ id: ticket.id, isOld: true })
  expect(changed.tickets.get(ticket.id)?.name).toBe('Somebody Else')
  expect(changed.seq).toBe('2')
})

test('changes are merged by ticket, and a full list replaces the stored one', () => {
  const book = createPhoneList(
    buildList({ tickets: [buildTicket(1), buildTicket(2)], guests: [buildGuest(1)] }),
  )
  const part = withChanges(book, {
    ...buildList({ tickets: [buildTicket(2, { status: 'refunded' })], guests: null }),
    isComplete: false,
  })
  expect([...part.tickets.values()].map(({ status }) => status)).toEqual([undefined, 'refunded'])
  expect(part.guests.size).toBe(1)
  const whole = withChanges(part, {
    ...buildList({ tickets: [buildTicket(3)], guests: null }),
    isComplete: true,
  })
  expect([...whole.tickets.keys()]).toEqual([buildTicket(3).id])
  expect(whole.guests.size).toBe(1)
  expect(whole.codes.has('hash-1')).toBe(false)
})

test('queued actions overlay the list, and an undo removes exactly the action it names', () => {
  const book = createPhoneList(buildList({ tickets: [ticket] }))
  const inside = createOverlay(book, [act({})])
  expect(findTicket(book, inside, ticket.id)).toMatchObject({
    checkedInAt: new Date(NOW).toISOString(),
    checkInNonce: 'n1',
  })
  const other = createOverlay(book, [act({}), act({ nonce: 'n2', kind: 'undo', undoneNonce: 'another' })])
  expect(findTicket(book, other, ticket.id)?.checkedInAt).toBeDefined()
  const out = createOverlay(book, [act({}), act({ nonce: 'n2', kind: 'undo', undoneNonce: 'n1' })])
  expect(findTicket(book, out, ticket.id)?.checkedInAt).toBeUndefined()
})

test("an action already in the server's list is not counted again", () => {
  const known = buildGuest(1, {
    size: 3,
    arrived: 2,
    arrivedAt: new Date(NOW).toISOString(),
    checkIns: [{ nonce: 'n1', people: 2, at: new Date(NOW).toISOString(), entrance: 'Front', by: 'Owen' }],
  })
  const book = createPhoneList(buildList({ guests: [known] }))
  const { ticketId: _ticket, ...guestAction } = act({
    kind: 'guest',
    guestId: known.id,
    people: 2,
    counted: 2,
  })
  expect(findGuest(book, createOverlay(book, [guestAction]), known.id)?.arrived).toBe(2)
  const undone = createOverlay(book, [
    guestAction,
    { ...guestAction, nonce: 'n2', kind: 'undo', undoneNonce: 'n1', counted: 0 },
  ])
  expect(findGuest(book, undone, known.id)).toMatchObject({ arrived: 0, arrivedAt: null, checkIns: [] })
})
