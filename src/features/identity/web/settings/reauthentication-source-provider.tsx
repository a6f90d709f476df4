import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { ReauthenticationContext, type ReauthenticationMethod } from '~/design/use-reauthentication-field'
import { toSendError } from '~/platform/rpc/reauthentication-error'
import { identity } from '../queries'
import { accountQuery } from './settings-queries'

/** Provides reauthentication to the dialogs of any feature below it: by the password, or without one by a code. */
export function ReauthenticationSourceProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const source = useMemo(
    () => ({ find: () => findReauthenticationMethod(queryClient), sendDigits: sendReauthenticationCode }),
    [queryClient],
  )
  return <ReauthenticationContext value={source}>{children}</ReauthenticationContext>
}

async function findReauthenticationMethod(queryClient: QueryClient): Promise<ReauthenticationMethod> {
  // Never cached: the person may have set a password since the last request.
  const { hasPassword, codeDestination } = await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 })
  return hasPassword ? 'password' : (codeDestination?.by ?? 'nothing')
}

async function sendReauthenticationCode(): Promise<void> {
  try {
    await identity.account.reauthenticate.call()
  } catch (error) {
    throw toSendError(error)
  }
}
