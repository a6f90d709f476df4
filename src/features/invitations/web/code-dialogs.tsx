import { useState } from 'react'
import type { AskedCode, CodeActions } from './code-actions'
import { RevokeDialog } from './revoke-dialog'
import { SendDialog } from './send-dialog'

export type AskAbout = { kind: 'revoke' | 'send'; code: AskedCode }

/** Returns the dialogs for a list of codes. `ask` opens one; render `dialogs` once. */
export function useCodeDialogs(actions: CodeActions, onRevoked?: (code: AskedCode) => void) {
  const [asked, setAsked] = useState<AskAbout>()
  const close = () => setAsked(undefined)
  const dialogs = (
    <>
      {asked?.kind === 'revoke' && (
        <RevokeDialog code={asked.code} actions={actions} onClose={close} onRevoked={onRevoked} />
      )}
      {asked?.kind === 'send' && <SendDialog code={asked.code} actions={actions} onClose={close} />}
    </>
  )
  return { ask: setAsked, dialogs }
}
