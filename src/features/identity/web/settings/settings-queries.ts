import type { QueryClient } from '@tanstack/react-query'
import { identity } from '../queries'

export const accountQuery = () => identity.account.get.queryOptions()
export const factorsQuery = () => identity.factors.list.queryOptions()
export const recoveryCodesQuery = () => identity.recoveryCodes.status.queryOptions()
export const passkeysQuery = () => identity.passkeys.list.queryOptions()
export const sessionsQuery = () => identity.account.sessions.list.queryOptions()
export const identitiesQuery = () => identity.identities.list.queryOptions()

/** For the loader of a page with these sections: they suspend on what is not there. One promise per read, so that one may fail alone. */
export function readSettings(queryClient: QueryClient): Promise<unknown>[] {
  return [
    queryClient.ensureQueryData(accountQuery()),
    queryClient.ensureQueryData(factorsQuery()),
    queryClient.ensureQueryData(recoveryCodesQuery()),
    queryClient.ensureQueryData(passkeysQuery()),
    queryClient.ensureQueryData(sessionsQuery()),
    queryClient.ensureQueryData(identitiesQuery()),
  ]
}
