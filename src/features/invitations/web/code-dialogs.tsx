import { useState } from 'react'
import type { AskedCode, CodeActions } from './code-actions'
import { RevokeDialog } from './revoke-dialog'
import { SendDialog } from './send-dialog'

export type AskAbout = { kind: 'revoke' | 'send'; code: AskedCode }

/** What a list of codes asks about one of them. `ask` opens it, `dialogs` is what to draw, once. */
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
