import { expect, test } from 'vitest'
import { decideScope, SCOPES } from './scopes'

test.each([
  ['events:read', ['events:read'], 'allowed'],
  ['events:read', ['bookings:read', 'events:read'], 'allowed'],
  ['events:write', ['events:read'], 'scope_required'],
  ['events:read', [], 'scope_required'],
  [undefined, SCOPES, 'not_accepted'],
] as const)('a call with the scope %s and a key with %j: %s', (scope, scopes, decision) => {
  expect(decideScope(scope, scopes)).toBe(decision)
})
