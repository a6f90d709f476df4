import { createContext, use } from 'react'

/** `explanation` says in the dialog why the person has to confirm; by default, that the call changes how they sign in. */
export type WithReauthentication = <Output>(
  run: () => Promise<Output>,
  explanation?: string,
) => Promise<Output>

/** Thrown when the person cancels the reauthentication. Nothing changed, and no error is shown. */
export const cancelledByUser = new Error('the person canceled the reauthentication')
export const isReauthenticationCancelled = (error: unknown): boolean => error === cancelledByUser

// The default without `ReauthenticationProvider`: an error of the server is final.
export const WithReauthenticationContext = createContext<WithReauthentication>((run) => run())
export const IsReauthenticatingContext = createContext(false)

/** Returns a function that runs a call with reauthentication; see `ReauthenticationProvider`. */
export function useWithReauthentication(explanation?: string): WithReauthentication {
  const withReauthentication = use(WithReauthenticationContext)
  return (run) => withReauthentication(run, explanation)
}

/** Returns whether the reauthentication dialog is open. Other dialogs hide while it is. */
export function useIsReauthenticating(): boolean {
  return use(IsReauthenticatingContext)
}
