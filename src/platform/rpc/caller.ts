export type Role = 'admin' | 'moderator' | 'user' | 'customer'

/**
 * The signed-in person of a call, according to their session. Valid as long as the session; never cached between
 * requests.
 */
export interface Caller {
  id: string
  sessionId: string
  fullName: string
  /** Null for accounts created by phone without an email address. */
  email: string | null
  isEmailVerified: boolean
  avatarUrl: string | null
  roles: readonly Role[]
  /** Roles this session may not use: staff need two-step verification in it. */
  withheldRoles?: readonly Role[]
  /** aal2: a second factor, or an equivalent, was verified in this session. */
  assurance?: 'aal1' | 'aal2'
}
