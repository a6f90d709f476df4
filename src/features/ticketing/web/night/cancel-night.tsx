import { useId, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
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
  const formId = useId()
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
    if (change.isPending) return
    setIsAsked(true)
    if (faultOfWords(words) !== undefined) return
    if (password === '') field.current?.focus()
    else change.mutate(undefined)
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !change.isPending && onClose()}
      title={title}
      description={`${impact.title} does not happen, and that cannot be undone. Everybody who holds a ticket gets a mail and the money back.`}
      actions={
        <>
          <DialogClose>
            <Button>Keep the night</Button>
          </DialogClose>
          <Button variant="danger" type="submit" form={formId} busy={change.isPending && 'Cancelling'}>
            Cancel the night
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          submit()
        }}
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
      </form>
    </Dialog>
  )
}
