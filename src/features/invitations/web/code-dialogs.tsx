import { useState } from 'react'
import type { DialogCode, CodeActions } from './code-actions'
import { RevokeDialog } from './revoke-dialog'
import { SendDialog } from './send-dialog'

export type CodeDialogRequest = { kind: 'revoke' | 'send'; code: DialogCode }

/** Returns the dialogs for a list of codes. `ask` opens one; render `dialogs` once. */
export function useCodeDialogs(actions: CodeActions, onRevoked?: (code: DialogCode) => void) {
  const [asked, setAsked] = useState<CodeDialogRequest>()
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
