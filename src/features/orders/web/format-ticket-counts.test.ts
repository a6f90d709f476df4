import { expect, test } from 'vitest'
import { formatTicketCounts } from './format-ticket-counts'

test('counts an order’s valid tickets, and says what happened to the others', () => {
  const none = { own: 0, transferred: 0, refunded: 0, cancelled: 0 }
  expect(formatTicketCounts({ ...none, own: 2 })).toBe('2 tickets')
  expect(formatTicketCounts({ ...none, own: 1, transferred: 1, refunded: 1 })).toBe(
    '1 ticket, 1 transferred, 1 refunded',
  )
  expect(formatTicketCounts({ ...none, transferred: 1, refunded: 2 })).toBe(
    'No tickets left, 1 transferred, 2 refunded',
  )
  expect(formatTicketCounts({ ...none, cancelled: 1200 })).toBe('No tickets left, 1,200 canceled')
})
