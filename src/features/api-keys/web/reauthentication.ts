/**
 * Reauthentication for this feature. The page passes it in, because only the identity feature knows factors and
 * passwords.
 */
export interface Reauthentication {
  /** Runs a call, and asks the person to reauthenticate if the server requires it. */
  withReauthentication: <Output>(run: () => Promise<Output>) => Promise<Output>
  /** Whether the person cancelled the reauthentication; no error is shown then. */
  isReauthenticationCancelled: (error: unknown) => boolean
  /** Whether the reauthentication dialog is open; other dialogs are hidden then. */
  isReauthenticating: boolean
}
