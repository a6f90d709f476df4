import { type ReactNode, useCallback, useState } from 'react'
import { hasCode } from '~/platform/rpc/errors'
import { useFactorChallenges } from '../use-factor-challenges'
import { ReauthenticationDialog } from './reauthentication-dialog'
import {
  IsReauthenticatingContext,
  cancelledByUser,
  WithReauthenticationContext,
  type WithReauthentication,
} from './use-with-reauthentication'

type PendingCall = { resolve: () => void; reject: (reason: Error) => void }

/** When the server requires reauthentication, shows its dialog and then repeats the refused call. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<PendingCall>()
  const factors = useFactorChallenges()
  const withReauthentication = useCallback<WithReauthentication>(async (run) => {
    try {
      return await run()
    } catch (error) {
      if (!hasCode(error, 'REAUTHENTICATION_REQUIRED')) throw error
      await new Promise<void>((resolve, reject) => setPending({ resolve, reject }))
      return run()
    }
  }, [])
  return (
    <WithReauthenticationContext value={withReauthentication}>
      <IsReauthenticatingContext value={pending !== undefined}>{children}</IsReauthenticatingContext>
      {pending && (
        <ReauthenticationDialog
          factors={factors}
          onReauthenticated={() => {
            setPending(undefined)
            factors.forget()
            pending.resolve()
          }}
          onClose={() => {
            setPending(undefined)
            pending.reject(cancelledByUser)
          }}
        />
      )}
    </WithReauthenticationContext>
  )
}
