import type { Scope } from './scopes'

export type Role = 'admin' | 'moderator' | 'user' | 'customer'

/** The signed-in person of a call, according to the session or API key. Never cached between requests. */
export interface Caller {
  id: string
  /** Id of the session, or of the API key if there is no session. */
  sessionId: string
  fullName: string
  /** Null for an account without an email address, created with a phone. */
  email: string | null
  isEmailVerified: boolean
  avatarUrl: string | null
  roles: readonly Role[]
  /** Roles that this session may not use until it has passed two-step verification. */
  withheldRoles?: readonly Role[]
  /** With aal2, this session has verified a second factor, or something equivalent. */
  assurance?: 'aal1' | 'aal2'
  /** The API key that the caller's program used instead of a session. It can make only calls with one of these scopes. */
  apiKey?: { id: string; scopes: readonly Scope[] }
}

/**
 * Returns the name and key of a rate limit on a person's actions. Calls with the person's API keys are counted
 * separately, so that a program can't lock its owner out.
 */
export function getRateLimitKey(
  name: string,
  { id, apiKey }: Pick<Caller, 'id' | 'apiKey'>,
): [string, string] {
  return [apiKey === undefined ? name : `${name} by key`, id]
}
