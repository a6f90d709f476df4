import { recordService, type Service, type ServiceContext } from './service'

/** Deletes an account for good, as an admin would. `organizes`: nights to come that somebody else has to take first. */
export async function removeUser(
  context: ServiceContext,
  service: Service,
  userId: string,
): Promise<Awaited<ReturnType<ServiceContext['accountPort']['removeAccount']>>> {
  return context.accountPort.removeAccount(userId, (trx, { role }) =>
    recordService(trx, context, service, { did: 'users.remove', userId, details: { role } }),
  )
}
