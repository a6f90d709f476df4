import { createContext, use } from 'react'

export type WithReauthentication = <Output>(run: () => Promise<Output>) => Promise<Output>

/** Thrown when the person cancels the reauthentication. Nothing changed, and no error is shown. */
export const cancelledByUser = new Error('the person canceled the reauthentication')
export const isReauthenticationCancelled = (error: unknown): boolean => error === cancelledByUser

// The default without `ReauthenticationProvider`: an error of the server is final.
export const WithReauthenticationContext = createContext<WithReauthentication>((run) => run())
export const IsReauthenticatingContext = createContext(false)

/** Returns a function that runs a call with reauthentication; see `ReauthenticationProvider`. */
export function useWithReauthentication(): WithReauthentication {
  return use(WithReauthenticationContext)
}

/** Returns whether the reauthentication dialog is open; other dialogs hide meanwhile. */
export function useIsReauthenticating(): boolean {
  return use(IsReauthenticatingContext)
}
