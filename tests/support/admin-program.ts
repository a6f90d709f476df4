import { GoTrueAdminApi } from '@supabase/auth-js'
import { expect } from 'vitest'
import { createServiceToken } from '~/features/identity/server/tokens/service-token'
import type { startTestApp } from './app'
import { createAuthClient } from './auth-client'

export const PASSWORD = 'kicks-on-every-beat'

/** Creates a program with a service token, called "mover", and helpers for the people whose accounts it changes. */
export async function createAdminProgram({
  address,
  db,
  someAddress,
}: Awaited<ReturnType<typeof startTestApp>>) {
  /** Creates the client that a program's server uses with this token. */
  function adminWith(bearer: string | undefined) {
    return new GoTrueAdminApi({
      url: `${address}/auth/v1`,
      headers: {
        'x-forwarded-for': someAddress(),
        ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
      },
      experimental: { passkey: true },
    })
  }

  const { token } = await createServiceToken(db, { name: 'mover', now: new Date() })
  const admin = adminWith(token)

  return {
    token,
    admin,
    adminWith,
    newClient: () => createAuthClient(address, { ip: someAddress() }),
    /** Expects that no person caused the audit entries about this user. Returns the action and details of each. */
    auditEntriesOf: async (userId: string | undefined) => {
      const rows = await db
        .selectFrom('audit_log')
        .select(['action', 'details', 'actor_id'])
        .where('subject_id', '=', userId ?? '')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      expect(rows.every(({ actor_id }) => actor_id === null)).toBe(true)
      return rows.map(({ action, details }) => [action, details])
    },
    /** Creates a user with PASSWORD and a verified email; returns the id. */
    newUser: async (email: string, more: object = {}) => {
      const { data, error } = await admin.createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
        ...more,
      })
      expect(error).toBeNull()
      return data.user?.id ?? ''
    },
    signIn: async (email: string, password = PASSWORD) => {
      const made = createAuthClient(address, { ip: someAddress() })
      const { data, error } = await made.client.signInWithPassword({ email, password })
      return { ...made, session: data.session, error }
    },
  }
}
