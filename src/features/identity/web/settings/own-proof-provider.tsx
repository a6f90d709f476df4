import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { OwnProof, type ProofBy } from '~/design/own-proof'
import { sendFault } from '~/platform/rpc/proof-fault'
import { identity } from '../queries'
import { accountQuery } from './settings-queries'

/** Provides the reauthentication by password, or by code without one, for the dialogs of any feature below it. */
export function OwnProofProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const source = useMemo(() => ({ find: () => find(queryClient), sendDigits }), [queryClient])
  return <OwnProof value={source}>{children}</OwnProof>
}

async function find(queryClient: QueryClient): Promise<ProofBy> {
  // Never cached: a password may have been set meanwhile.
  const { hasPassword, codeGoesTo } = await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 })
  return hasPassword ? 'password' : (codeGoesTo?.by ?? 'nothing')
}

async function sendDigits(): Promise<void> {
  try {
    await identity.account.reauthenticate.call()
  } catch (error) {
    throw sendFault(error)
  }
}
