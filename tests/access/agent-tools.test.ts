import { expect, test } from 'vitest'
import { calls } from '~/feature-registry'
import { listTools } from '~/features/api-keys/server/mcp/list-tools'

test('each tool takes an object, and none sells, pays, sends money, publishes, accepts or declines', () => {
  const tools = [...listTools(calls).values()]
  expect(tools.length).toBeGreaterThan(40)
  for (const { definition } of tools) {
    expect(definition.inputSchema.type).toBe('object')
    expect(definition.name).toMatch(/^[a-zA-Z0-9_]{1,64}$/)
  }
  const changing = tools.filter(({ definition }) => !definition.annotations.readOnlyHint)
  expect(changing.map(({ path }) => path.join('.')).toSorted()).toEqual([
    'bookings.hold',
    'bookings.offer',
    'bookings.release',
    'bookings.request',
    'checkIn.scan',
    'events.dashboard.create',
    'events.dashboard.duplicate',
    'events.dashboard.save',
    'events.dashboard.saveLineUp',
  ])
})
