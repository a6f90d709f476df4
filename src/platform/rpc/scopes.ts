/**
 * The scopes of API keys. A call declares at most one in its contract; docs/permissions.md lists the calls of each. An
 * existing name never gets more calls that change data, because people have created keys with it.
 */
export const SCOPES = [
  'events:read',
  'events:write',
  'orders:read',
  'tickets:read',
  'check-in:write',
  'bookings:read',
  'bookings:write',
  'network:read',
  'profile:read',
  'chat:read',
] as const

export type Scope = (typeof SCOPES)[number]

/**
 * Decides whether an API key can make a call. `not_accepted`: the call has no scope, so no key can make it.
 * `scope_required`: this key lacks its scope.
 */
export function decideScope(
  scope: Scope | undefined,
  scopes: readonly Scope[],
): 'allowed' | 'not_accepted' | 'scope_required' {
  if (scope === undefined) return 'not_accepted'
  return scopes.includes(scope) ? 'allowed' : 'scope_required'
}
