export type Role = 'admin' | 'moderator' | 'user' | 'customer'

/** The person behind a call, as their session says. Times out with the session; never cached between requests. */
export interface Caller {
  id: string
  sessionId: string
  fullName: string
  /** Null: they came with a phone and have not given one. */
  email: string | null
  isEmailVerified: boolean
  avatarUrl: string | null
  roles: readonly Role[]
  /** Roles that this session may not use: staff must have passed two-step verification in it. */
  withheldRoles?: readonly Role[]
  /** aal2: a second factor, or something as good as two, was shown in this session. */
  assurance?: 'aal1' | 'aal2'
}
