import { type ReactNode, useCallback, useState } from 'react'
import { hasCode } from '~/platform/rpc/errors'
import { useAsked } from '../use-asked'
import { ProofDialog } from './proof-dialog'
import { Asked, givenUp, Proof, type WithProof } from './use-proof'

type Question = { resolve: () => void; reject: (reason: Error) => void }

/** When the server requires reauthentication, shows its dialog and then repeats the refused call. */
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
