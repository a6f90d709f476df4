/** Passed in by the page, because only the identity feature knows passwords and factors. */
export interface Reauthentication {
  /** Runs a call, and asks the person to reauthenticate if the server requires it. */
  withReauthentication: <Output>(run: () => Promise<Output>) => Promise<Output>
  /** Whether the person cancelled the reauthentication; no error is shown then. */
  isReauthenticationCancelled: (error: unknown) => boolean
  /** Whether the dialog that asks for proof is open; other dialogs hide meanwhile. */
  isReauthenticating: boolean
}
