/**
 * Reauthentication for the components of this feature. The page passes it in, because only the identity feature knows
 * factors and passwords.
 */
export interface Reauthentication {
  /** Runs a call, and asks the person to reauthenticate if the server requires it. */
  withReauthentication: <Output>(run: () => Promise<Output>) => Promise<Output>
  /** Whether the person cancelled the reauthentication; no error is shown then. */
  isReauthenticationCancelled: (error: unknown) => boolean
}

// The default, which never asks to reauthenticate: an error of the server is final.
export const runDirectly: Reauthentication['withReauthentication'] = (run) => run()
export const isNeverCancelled: Reauthentication['isReauthenticationCancelled'] = () => false
