import { useRef, useState } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { PasswordField } from '~/design/password-field'
import { useKeptDraft } from '~/design/use-kept-draft'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { NightImpact } from '../../contract-night'
import { ticketing } from '../queries'
import { ChangeFault, isOfPassword } from './change-fault'
import { ImpactFigures } from './impact-figures'
import { useNightChange } from './use-night-change'
import { faultOfWords, WordsField } from './words-field'

export type ChangeProps = {
  eventId: string
  title: string
  impact: NightImpact
  onClose: () => void
  onChanged: (() => void) | undefined
  /** Somebody was faster: read the figures again. */
  onStale: () => void
}

/** Ends a night for good: why, what it costs, and the password, since nothing of it can be undone. */
export function CancelNight({ eventId, title, impact, onClose, onChanged, onStale }: ChangeProps) {
  const { draft, keep, drop } = useKeptDraft(`night:${eventId}:cancel`, { words: '' })
  const words = draft?.words ?? ''
  const [password, setPassword] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const change = useNightChange({
    run: () =>
      ticketing.night.cancel.call({ eventId, version: impact.version, words: words.trim(), password }),
    done: impact.orders > 0 ? 'Night cancelled. The money is on its way back.' : 'Night cancelled.',
    onDone: () => {
      drop()
      onClose()
      onChanged?.()
    },
    onStale,
  })
  const wordsFault = isAsked ? faultOfWords(words) : undefined
  const passwordFault = isOfPassword(change.error)
    ? errorMessage(change.error)
    : isAsked && password === ''
      ? 'Enter your password.'
      : undefined
  const submit = () => {
    setIsAsked(true)
    if (faultOfWords(words) !== undefined) return
    if (password === '') field.current?.focus()
    else change.mutate(undefined)
  }
  return (
    <FormDialog
      title={title}
      description={`${impact.title} does not happen, and that cannot be undone. Everybody who holds a ticket gets a mail and the money back.`}
      keepLabel="Keep the night"
      actLabel="Cancel the night"
      danger
      busy={change.isPending && 'Cancelling'}
      staysWhileBusy
      onSubmit={submit}
      onClose={onClose}
    >
      <WordsField
        value={words}
        error={wordsFault ?? fieldErrors(change.error)['words']}
        onValueChange={(next) => keep({ words: next })}
      />
      <ImpactFigures impact={impact} change="cancel" />
      <PasswordField
        ref={field}
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={passwordFault}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          if (isOfPassword(change.error)) change.reset()
        }}
      />
      <ChangeFault error={change.error} />
    </FormDialog>
  )
}
