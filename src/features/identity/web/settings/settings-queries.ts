import type { QueryClient } from '@tanstack/react-query'
import { identity } from '../queries'

export const accountQuery = () => identity.account.get.queryOptions()
export const factorsQuery = () => identity.factors.list.queryOptions()
export const recoveryCodesQuery = () => identity.recoveryCodes.status.queryOptions()
export const passkeysQuery = () => identity.passkeys.list.queryOptions()
export const sessionsQuery = () => identity.account.sessions.list.queryOptions()
export const identitiesQuery = () => identity.identities.list.queryOptions()

/**
 * Reads the data of the account and security sections for the loader of the settings page. Each read has its own
 * promise, so that one can fail alone.
 */
export function loadSettings(queryClient: QueryClient): Promise<unknown>[] {
  return [
    queryClient.ensureQueryData(accountQuery()),
    queryClient.ensureQueryData(factorsQuery()),
    queryClient.ensureQueryData(recoveryCodesQuery()),
    queryClient.ensureQueryData(passkeysQuery()),
    queryClient.ensureQueryData(sessionsQuery()),
    queryClient.ensureQueryData(identitiesQuery()),
  ]
}
