import { hashKey, type Mutation, type QueryClient } from '@tanstack/react-query'
import { account } from '~/features/account/web/queries'
import { identity, meQuery } from '~/features/identity/web/queries'

// Each ends or replaces this browser's session and then navigates itself. Other mutations in progress don't matter.
const ENDING = new Set(
  [
    identity.signOut,
    identity.signIn,
    identity.signUp,
    identity.resetPassword,
    identity.codes.enter,
    identity.codes.open,
    identity.recoveryCodes.use,
    identity.factors.verify,
    identity.passkeys.signIn,
    identity.providers.finish,
    identity.setup.open,
    account.removal.remove,
  ].map((call) => hashKey(call.mutationKey())),
)

export function isEndingSession({ options: { mutationKey } }: Pick<Mutation, 'options'>): boolean {
  return mutationKey !== undefined && ENDING.has(hashKey(mutationKey))
}

/**
 * Whether this tab is itself changing the session and will navigate: false immediately if no such mutation runs,
 * otherwise known when it has set the new user or ended without.
 */
export function isHandledInThisTab(queryClient: QueryClient): Promise<boolean> {
  const isDoing = () => queryClient.isMutating({ predicate: isEndingSession }) > 0
  if (!isDoing()) return Promise.resolve(false)
  const mine = hashKey(meQuery().queryKey)
  return new Promise((resolve) => {
    const stops = [
      // Signing in or out in this tab sets the person manually; a fetch is not manual.
      queryClient.getQueryCache().subscribe((event) => {
        if (event.query.queryHash !== mine || event.type !== 'updated') return
        if (event.action.type === 'success' && event.action.manual === true) finish(true)
      }),
      queryClient.getMutationCache().subscribe(() => {
        if (!isDoing()) finish(false)
      }),
    ]
    function finish(isHere: boolean): void {
      for (const stop of stops) stop()
      resolve(isHere)
    }
  })
}
