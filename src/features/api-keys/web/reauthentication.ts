/** Reauthentication, which the page passes in, because only the identity feature knows factors and passwords. */
export interface Reauthentication {
  /** Runs a call, and asks the person to reauthenticate if the server requires it. */
  withReauthentication: <Output>(run: () => Promise<Output>) => Promise<Output>
  /** Whether the person cancelled the reauthentication; no error is shown then. */
  isReauthenticationCancelled: (error: unknown) => boolean
  /** Whether its dialog is open; others hide meanwhile. */
  isReauthenticating: boolean
}
