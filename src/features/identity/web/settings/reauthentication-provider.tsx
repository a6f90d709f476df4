import { type ReactNode, useCallback, useState } from 'react'
import { hasCode } from '~/platform/rpc/errors'
import { useFactorChallenges } from '../use-factor-challenges'
import { ReauthenticationDialog } from './reauthentication-dialog'
import { Asked, cancelledByUser, Proof, type WithReauthentication } from './use-with-reauthentication'

type Question = { resolve: () => void; reject: (reason: Error) => void }

/** When the server requires reauthentication, shows its dialog and then repeats the refused call. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Question>()
  const factors = useFactorChallenges()
  const withReauthentication = useCallback<WithReauthentication>(async (run) => {
    try {
      return await run()
    } catch (error) {
      if (!hasCode(error, 'REAUTHENTICATION_REQUIRED')) throw error
      await new Promise<void>((resolve, reject) => setAsked({ resolve, reject }))
      return run()
    }
  }, [])
  return (
    <Proof value={withReauthentication}>
      <Asked value={asked !== undefined}>{children}</Asked>
      {asked && (
        <ReauthenticationDialog
          factors={factors}
          onReauthenticated={() => {
            setAsked(undefined)
            factors.forget()
            asked.resolve()
          }}
          onClose={() => {
            setAsked(undefined)
            asked.reject(cancelledByUser)
          }}
        />
      )}
    </Proof>
  )
}
