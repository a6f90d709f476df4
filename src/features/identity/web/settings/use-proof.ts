import { createContext, use } from 'react'

export type WithProof = <Output>(run: () => Promise<Output>) => Promise<Output>

/** Thrown when somebody was asked who they are and left it: nothing happened, and nothing is to be said. */
export const givenUp = new Error('The person did not show who they are')
export const isGivenUp = (error: unknown): boolean => error === givenUp

// Without the part that asks, the refusal is the end of it.
export const Proof = createContext<WithProof>((run) => run())
export const Asked = createContext(false)

/** Runs a change; see `ProofProvider`. */
export function useProof(): WithProof {
  return use(Proof)
}

/** Whether the person is being asked: other dialogs make way meanwhile. */
export function useIsAsked(): boolean {
  return use(Asked)
}
