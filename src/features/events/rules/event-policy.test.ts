import { describe, expect, test } from 'vitest'
import { actsFor, EVENT_ACTS, EVENT_RELATIONS, mayDo } from './event-policy'

describe('R-07 event permissions', () => {
  test('allows nothing without a relation', () => {
    expect(actsFor([])).toEqual([])
  })

  test.each([
    ['organizer', ['edit', 'publish', 'money', 'sales', 'guests', 'check_in', 'team']],
    ['host', ['sales']],
    ['manager', ['edit', 'publish', 'guests', 'check_in']],
    ['door', ['check_in']],
  ] as const)('%s', (relation, acts) => {
    expect(actsFor([relation])).toEqual(acts)
  })

  test('combines the permissions of several relations', () => {
    expect(actsFor(['host', 'door'])).toEqual(['sales', 'check_in'])
  })

  test('both lookups of the table agree', () => {
    for (const relation of EVENT_RELATIONS)
      for (const act of EVENT_ACTS) expect(mayDo([relation], act)).toBe(actsFor([relation]).includes(act))
  })
})
