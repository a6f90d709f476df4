import { createContext, use } from 'react'

export type WithProof = <Output>(run: () => Promise<Output>) => Promise<Output>

/** Thrown when the person cancels the reauthentication. Nothing changed, and no error is shown. */
export const givenUp = new Error('the person cancelled the reauthentication')
export const isGivenUp = (error: unknown): boolean => error === givenUp

// The default, without `ProofProvider`: the server's refusal is final.
export const Proof = createContext<WithProof>((run) => run())
export const Asked = createContext(false)

/** Returns a function that runs a call with reauthentication; see `ProofProvider`. */
export function useProof(): WithProof {
  return use(Proof)
}

/** Returns whether the reauthentication dialog is open; other dialogs hide meanwhile. */
export function useIsAsked(): boolean {
  return use(Asked)
}
