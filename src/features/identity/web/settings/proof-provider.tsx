import { type ReactNode, useCallback, useState } from 'react'
import { hasCode } from '~/platform/rpc/errors'
import { useAsked } from '../use-asked'
import { ProofDialog } from './proof-dialog'
import { Asked, givenUp, Proof, type WithProof } from './use-proof'

type Question = { resolve: () => void; reject: (reason: Error) => void }

/** Asks, in a dialog, whether it is really the person who is signed in, wherever the server wants to know; what they were doing goes on. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Question>()
  const factors = useAsked()
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
          factors={factors}
          onProven={() => {
            setAsked(undefined)
            factors.forget()
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
