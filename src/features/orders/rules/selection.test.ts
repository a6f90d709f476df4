import { describe, expect, test } from 'vitest'
import { describeSelection, findSelectionFault, mergeSelection, mostSelectable } from './selection'

const A = '01a1fbc7-c116-7397-8898-08f42a36000a'
const B = '01a1fbc7-c116-7397-8898-08f42a36000b'

describe('selection', () => {
  test('T-02 allows at most ten of a type, and at most the available tickets', () => {
    expect([mostSelectable(145), mostSelectable(3), mostSelectable(0), mostSelectable(-2)]).toEqual([
      10, 3, 0, 0,
    ])
  })

  test('ignores the order of the items', () => {
    const one = mergeSelection([
      { ticketTypeId: B, quantity: 1 },
      { ticketTypeId: A.toUpperCase(), quantity: 2 },
    ])
    const other = mergeSelection([
      { ticketTypeId: A, quantity: 1 },
      { ticketTypeId: B, quantity: 1 },
      { ticketTypeId: A, quantity: 1 },
    ])
    expect(one).toEqual([
      { ticketTypeId: A, quantity: 2 },
      { ticketTypeId: B, quantity: 1 },
    ])
    expect(describeSelection('E1', one)).toBe(describeSelection('e1', other))
  })

  test('distinguishes quantities', () => {
    const two = mergeSelection([{ ticketTypeId: A, quantity: 2 }])
    const three = mergeSelection([{ ticketTypeId: A, quantity: 3 }])
    expect(describeSelection('e', two)).not.toBe(describeSelection('e', three))
  })

  test('T-04 refuses an empty selection and one of zeros', () => {
    expect(findSelectionFault(mergeSelection([]))).toEqual({ fault: 'empty' })
    expect(findSelectionFault(mergeSelection([{ ticketTypeId: A, quantity: 0 }]))).toEqual({ fault: 'empty' })
  })

  test('adds up items of the same type before it checks the limit', () => {
    const items = mergeSelection([
      { ticketTypeId: A, quantity: 10 },
      { ticketTypeId: A, quantity: 1 },
    ])
    expect(findSelectionFault(items)).toEqual({ fault: 'too_many', ticketTypeId: A })
    expect(findSelectionFault(mergeSelection([{ ticketTypeId: A, quantity: 10 }]))).toBeUndefined()
  })
})
