export type Role = 'admin' | 'moderator' | 'user' | 'customer'

/** The person behind a call, as their session says. Times out with the session; never kept between requests. */
export interface Caller {
  id: string
  sessionId: string
  fullName: string
  /** Null: they came with a phone and have not given one. */
  email: string | null
  isEmailVerified: boolean
  avatarUrl: string | null
  roles: readonly Role[]
  /** aal2: a second factor, or something as good as two, was shown in this session. */
  assurance?: 'aal1' | 'aal2'
}
