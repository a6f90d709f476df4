import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCalls } from '~/platform/rpc/contract'
import { implementCalls } from '~/platform/rpc/implement'
import { listReplicaCalls } from './replica-calls'

const card = z.object({ title: z.string() })

function check(feature: string, method: 'GET' | 'POST', output: z.ZodType = card): () => string[] {
  const call = defineCalls('test', 'public')(method, '/test', 'A test')
    .meta({ reads: 'replica' })
    .output(output)
  const own = implementCalls()({ list: call })
  const router = own.router({ list: own.list.handler(() => ({ title: '' })) })
  return () => listReplicaCalls({ [feature]: router }, ['events'])
}

test('reads without stock or permissions can read the replica', () => {
  expect(check('events', 'GET')()).toEqual(['events.list'])
})

test.each(['orders', 'tickets', 'checkIn', 'identity', 'settings', 'administration', 'invitations'])(
  'startup fails if a call of %s is declared to read the replica',
  (feature) => {
    expect(check(feature, 'GET')).toThrow(`The call ${feature}.list can't read the replica`)
  },
)

test('a call that writes, or shows stock or roles, fails at startup if it declares the replica', () => {
  expect(check('events', 'POST')).toThrow('it can write')
  const checkEvents = (fields: z.ZodType) => check('events', 'GET', z.object({ events: z.array(fields) }))
  expect(checkEvents(card.extend({ available: z.int() }))).toThrow('it shows available')
  expect(checkEvents(card.extend({ roles: z.array(z.string()) }))).toThrow('it shows roles')
})
