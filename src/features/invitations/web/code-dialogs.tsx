import { useState } from 'react'
import type { DialogCode, CodeActions } from './code-actions'
import { RevokeDialog } from './revoke-dialog'
import { SendDialog } from './send-dialog'

export type CodeDialogRequest = { kind: 'revoke' | 'send'; code: DialogCode }

/** Returns the dialogs for a list of codes. `openDialog` opens one; render `dialogs` once. */
export function useCodeDialogs(actions: CodeActions, onRevoked?: (code: DialogCode) => void) {
  const [request, setRequest] = useState<CodeDialogRequest>()
  const close = () => setRequest(undefined)
  const dialogs = (
    <>
      {request?.kind === 'revoke' && (
        <RevokeDialog code={request.code} actions={actions} onClose={close} onRevoked={onRevoked} />
      )}
      {request?.kind === 'send' && <SendDialog code={request.code} actions={actions} onClose={close} />}
    </>
  )
  return { openDialog: setRequest, dialogs }
}
