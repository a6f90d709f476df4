import { describe, expect, test } from 'vitest'
import { listEventActions, EVENT_ACTIONS, EVENT_RELATIONS, canAct } from './event-policy'

describe('R-07 event permissions', () => {
  test('allows nothing without a relation', () => {
    expect(listEventActions([])).toEqual([])
  })

  test.each([
    ['organizer', ['edit', 'publish', 'money', 'sales', 'guests', 'check_in', 'team']],
    ['host', ['sales']],
    ['manager', ['edit', 'publish', 'guests', 'check_in']],
    ['check_in', ['check_in']],
  ] as const)('lists the actions of the relation %s', (relation, acts) => {
    expect(listEventActions([relation])).toEqual(acts)
  })

  test('combines the permissions of several relations', () => {
    expect(listEventActions(['host', 'check_in'])).toEqual(['sales', 'check_in'])
  })

  test('canAct and listEventActions agree for every relation', () => {
    for (const relation of EVENT_RELATIONS)
      for (const act of EVENT_ACTIONS)
        expect(canAct([relation], act)).toBe(listEventActions([relation]).includes(act))
  })
})
