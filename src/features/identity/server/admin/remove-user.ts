import { recordService, type Service, type ServiceContext } from './service'

/** Deletes an account, as an admin would. `organizes`: upcoming events that need another organizer first. */
export async function removeUser(
  context: ServiceContext,
  service: Service,
  userId: string,
): Promise<Awaited<ReturnType<ServiceContext['accountPort']['removeAccount']>>> {
  return context.accountPort.removeAccount(userId, (trx, { role }) =>
    recordService(trx, context, service, { did: 'users.remove', userId, details: { role } }),
  )
}
