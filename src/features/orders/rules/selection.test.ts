import { describe, expect, test } from 'vitest'
import { describeSelection, findSelectionProblem, mergeSelection, countSelectableTickets } from './selection'

const A = '01a1fbc7-c116-7397-8898-08f42a36000a'
const B = '01a1fbc7-c116-7397-8898-08f42a36000b'

describe('selection', () => {
  test('T-02 allows at most ten tickets of a type, and at most the available ones', () => {
    expect([
      countSelectableTickets(145),
      countSelectableTickets(3),
      countSelectableTickets(0),
      countSelectableTickets(-2),
    ]).toEqual([10, 3, 0, 0])
  })

  test('describes equal selections alike, whatever the order of their items', () => {
    const first = mergeSelection([
      { ticketTypeId: B, quantity: 1 },
      { ticketTypeId: A.toUpperCase(), quantity: 2 },
    ])
    const other = mergeSelection([
      { ticketTypeId: A, quantity: 1 },
      { ticketTypeId: B, quantity: 1 },
      { ticketTypeId: A, quantity: 1 },
    ])
    expect(first).toEqual([
      { ticketTypeId: A, quantity: 2 },
      { ticketTypeId: B, quantity: 1 },
    ])
    expect(describeSelection('E1', first)).toBe(describeSelection('e1', other))
  })

  test('describes selections with other quantities differently', () => {
    const two = mergeSelection([{ ticketTypeId: A, quantity: 2 }])
    const three = mergeSelection([{ ticketTypeId: A, quantity: 3 }])
    expect(describeSelection('e', two)).not.toBe(describeSelection('e', three))
  })

  test('T-04 refuses a selection without tickets', () => {
    expect(findSelectionProblem(mergeSelection([]))).toEqual({ kind: 'empty' })
    expect(findSelectionProblem(mergeSelection([{ ticketTypeId: A, quantity: 0 }]))).toEqual({
      kind: 'empty',
    })
  })

  test('adds up items of the same type before checking the maximum per ticket type', () => {
    const items = mergeSelection([
      { ticketTypeId: A, quantity: 10 },
      { ticketTypeId: A, quantity: 1 },
    ])
    expect(findSelectionProblem(items)).toEqual({ kind: 'too_many', ticketTypeId: A })
    expect(findSelectionProblem(mergeSelection([{ ticketTypeId: A, quantity: 10 }]))).toBeUndefined()
  })
})
