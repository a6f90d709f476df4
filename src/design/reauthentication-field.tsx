import { Mail, MessageSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { Note } from './note'
import type { ReauthenticationState } from './use-reauthentication-field'
import { PasswordField } from './password-field'
import { SixDigitField } from './six-digit-field'

/** Asks for fresh confirmation of the person's identity, in dialogs for critical actions. State: `useReauthenticationField`. */
export function ReauthenticationField({ proof }: { proof: ReauthenticationState }) {
  const { by, input, typed, problem, write } = proof
  if (by === 'nothing')
    return (
      <Note tone="orange">
        You have no password, and there is no address to send a code to. Add an email address in your settings
        first.
      </Note>
    )
  if (by === 'password')
    return (
      <PasswordField
        ref={input}
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        error={problem}
        value={typed}
        onChange={(event) => write(event.target.value)}
      />
    )
  return <ReauthenticationCode proof={proof} by={by} />
}

const methods = {
  email: { icon: Mail, send: 'Email me a code', sent: 'Sent. Check your email.' },
  text: { icon: MessageSquare, send: 'Text me a code', sent: 'Sent. Check your phone.' },
}

const SEND_FIRST = 'Request a code first.'

type Sending = 'no' | 'now' | 'done' | { problem: string }

function ReauthenticationCode({ proof, by }: { proof: ReauthenticationState; by: 'email' | 'text' }) {
  const { input, sender, typed, problem, write, sendDigits } = proof
  const [sending, setSending] = useState<Sending>('no')
  // A restored code means that the dialog was open before and has sent a code.
  const [wasSent, setWasSent] = useState(typed !== '')
  const { icon, send, sent } = methods[by]
  useFocusTransfer(sender)
  const press = async () => {
    setSending('now')
    try {
      await sendDigits?.()
      setSending('done')
      setWasSent(true)
      input.current?.focus()
    } catch (error) {
      setSending({ problem: error instanceof Error ? error.message : String(error) })
    }
  }
  // Shows the code field even after a failed send. Sending is limited to once a minute, so an earlier code may have
  // arrived.
  const couldHaveArrived = wasSent || typeof sending === 'object'
  const busy = sending === 'now' && 'Sending'
  const notified =
    typeof sending === 'object'
      ? sending.problem
      : sending === 'done'
        ? sent
        : !couldHaveArrived && problem !== undefined
          ? SEND_FIRST
          : ''
  return (
    <>
      <div className="row wrap">
        {!wasSent && (
          <Button ref={sender} icon={icon} busy={busy} onClick={() => void press()}>
            {send}
          </Button>
        )}
        <output className="small muted">{notified}</output>
      </div>
      {couldHaveArrived && (
        <SixDigitField
          ref={input}
          autoFocus={wasSent}
          label="Code"
          error={problem}
          value={typed}
          onValueChange={write}
        />
      )}
      {wasSent && (
        <div className="row small">
          <Button flush variant="ghost" size="sm" busy={busy} onClick={() => void press()}>
            Send again
          </Button>
        </div>
      )}
    </>
  )
}

/**
 * Focuses `target` when it replaces the password field that had the focus, since the focus would otherwise be lost.
 */
function useFocusTransfer(target: { current: HTMLElement | null }): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) return
    isFirst.current = false
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement.role === 'dialog')
      target.current?.focus()
  }, [target])
}
