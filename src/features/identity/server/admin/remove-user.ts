import type { AccountPort } from './account-port'
import { recordServiceAudit, type Service, type ServiceContext } from './service'

type Removal = Exclude<Awaited<ReturnType<AccountPort['removeAccount']>>, 'is_admin'> | 'is_staff'

class IsModerator extends Error {
  override name = 'IsModerator'
}

/**
 * Deletes an account like an admin would, but refuses the accounts of admins and moderators. In the result,
 * `organizes` lists the upcoming events that need another organizer first.
 */
export async function removeUser(
  context: ServiceContext,
  service: Service,
  userId: string,
): Promise<Removal> {
  try {
    const outcome = await context.accountPort.removeAccount(userId, async (trx, { role }) => {
      // Throwing an error rolls the deletion back.
      if (role === 'moderator') throw new IsModerator()
      await recordServiceAudit(trx, context, service, { did: 'users.remove', userId, details: { role } })
    })
    return outcome === 'is_admin' ? 'is_staff' : outcome
  } catch (error) {
    if (error instanceof IsModerator) return 'is_staff'
    throw error
  }
}
