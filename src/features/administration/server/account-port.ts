import { sql } from 'kysely'
import { deleteAccount } from '~/features/account/server/public'
import type { AccountPort } from '~/features/identity/server/public'
import type { Context } from './context'
import { suspendedJob } from './jobs'
import { refreshAdminPages } from './refresh-admin-pages'
import { publishAccountChange } from './users/change-account'

type Services = Pick<Context, 'chat' | 'db' | 'jobs' | 'limits' | 'live' | 'tallies'>

/**
 * Gives the auth service what it needs when an external program deletes or suspends an account: the deletion, the
 * suspension email, and the refresh of open admin panels.
 */
export function createAccountPort(services: Services, now: () => Date = () => new Date()): AccountPort {
  return {
    async removeAccount(userId, record) {
      const outcome = await deleteAccount({ ...services, now }, userId, {
        // Waits until running role changes have ended. The auth service has already checked that the program may
        // delete this account.
        begin: async (trx) => void (await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)),
        record,
      })
      if (outcome === 'done') await publishAccountChange(services, userId, { hasLostAccess: true })
      return outcome
    },
    notifyOfSuspension: (trx, { userId, until }) =>
      services.jobs.enqueue(trx, suspendedJob, { userId, until: until.toISOString() }),
    async refreshAdminPages() {
      services.tallies.forget()
      await refreshAdminPages(services)
    },
  }
}
