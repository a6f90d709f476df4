import { hashKey, type Mutation, type QueryClient } from '@tanstack/react-query'
import { account } from '~/features/account/web/queries'
import { identity, meQuery } from '~/features/identity/web/queries'

// Mutations that end or replace this browser's session. Each navigates by itself afterwards.
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
 * Returns whether this tab is itself changing the session and will navigate. False immediately if no such mutation
 * runs. Otherwise waits for the mutation: true once it has set the new user, false if it ends without one.
 */
export function isSessionChangedByThisTab(queryClient: QueryClient): Promise<boolean> {
  const isDoing = () => queryClient.isMutating({ predicate: isEndingSession }) > 0
  if (!isDoing()) return Promise.resolve(false)
  const mine = hashKey(meQuery().queryKey)
  return new Promise((resolve) => {
    const stops = [
      // `manual` marks data that a sign-in or sign-out in this tab has set, as opposed to a fetch.
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
