import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { hasCode } from '~/platform/rpc/errors'
import { ProofDialog } from './proof-dialog'

type WithProof = <Output>(run: () => Promise<Output>) => Promise<Output>

/** Thrown when somebody was asked who they are and left it: nothing happened, and nothing is to be said. */
const givenUp = new Error('The person did not show who they are')
export const isGivenUp = (error: unknown): boolean => error === givenUp

// Without the part that asks, the refusal is the end of it.
const Proof = createContext<WithProof>((run) => run())
const Asked = createContext(false)

type Question = { resolve: () => void; reject: (reason: Error) => void }

/** Asks, in a dialog, whether it is really the person who is signed in, wherever the server wants to know; what they were doing goes on. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Question>()
  const withProof = useCallback<WithProof>(async (run) => {
    try {
      return await run()
    } catch (error) {
      if (!hasCode(error, 'PROOF_NEEDED')) throw error
      await new Promise<void>((resolve, reject) => setAsked({ resolve, reject }))
      return run()
    }
  }, [])
  return (
    <Proof value={withProof}>
      <Asked value={asked !== undefined}>{children}</Asked>
      {asked && (
        <ProofDialog
          onProven={() => {
            setAsked(undefined)
            asked.resolve()
          }}
          onClose={() => {
            setAsked(undefined)
            asked.reject(givenUp)
          }}
        />
      )}
    </Proof>
  )
}

/** Whether the person is being asked: other dialogs make way meanwhile. */
export function useIsAsked(): boolean {
  return use(Asked)
}

/** Runs a change; see `ProofProvider`. */
export function useProof(): WithProof {
  return use(Proof)
}
