import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogActions } from '~/design/dialog'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getErrorMessage, getFieldErrors } from '~/platform/rpc/errors'
import type { TicketBoard, TicketTypeRow } from '../../contract-types'
import { CODE_SHAPE, isSaleCode, readSaleCode } from '../../rules/sale-code'
import { ordersClient } from '../queries'

const MAX_LENGTH = 300

/** Edits the text that buyers read below a type's name; saved as it is typed. */
export function DescribeTypeDialog(props: {
  name: string
  description: string
  error: string | undefined
  onTyped: (description: string) => void
  onClose: () => void
}) {
  const { name, description, error, onTyped, onClose } = props
  // Local state, because an autosaved version would otherwise replace text that is being typed.
  const [typed, setTyped] = useState(description)
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Description of ${name}`}
      startAt={field}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <TextArea
        label="Description"
        ref={field}
        rows={3}
        maxLength={MAX_LENGTH}
        labelEnd={`${typed.length}/${MAX_LENGTH}`}
        value={typed}
        error={error}
        help="One or two sentences, for example what’s included and the latest entry time."
        onChange={(event) => {
          setTyped(event.target.value)
          onTyped(event.target.value)
        }}
      />
    </Dialog>
  )
}

/**
 * Hides a type behind a code. The code is sent only when complete, because half of it would unlock the tickets for
 * others.
 */
export function HideTypeDialog(props: {
  type: TicketTypeRow
  onSaved: (board: TicketBoard) => void
  onClose: () => void
}) {
  const { type, onSaved, onClose } = props
  const [typed, setTyped] = useState(type.accessCode ?? '')
  const [error, setError] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const save = async () => {
    const accessCode = readSaleCode(typed)
    if (!isSaleCode(accessCode)) return setError(`A code has ${CODE_SHAPE}`)
    setIsSaving(true)
    try {
      onSaved(await ordersClient.types.save.call({ id: type.id, changes: { accessCode } }))
      onClose()
    } catch (problem) {
      const errors = getFieldErrors(problem)
      const message = errors['accessCode'] ?? errors['changes.accessCode']
      setError(message)
      if (message === undefined) notify.error(getErrorMessage(problem))
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Hide ${type.name}`}
      description="Only people who enter the code or follow its link see these tickets and can buy them."
      startAt={field}
      actions={
        <DialogActions>
          <Button variant="primary" busy={isSaving ? 'Saving' : false} onClick={() => void save()}>
            {type.accessCode === null ? 'Hide' : 'Save'}
          </Button>
        </DialogActions>
      }
    >
      <TextField
        label="Code"
        ref={field}
        className="code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        autoComplete="off"
        maxLength={24}
        placeholder="CREW88"
        value={typed}
        error={error}
        help={`${CODE_SHAPE}. Upper and lower case don’t matter.`}
        onChange={(event) => {
          setTyped(event.target.value.toUpperCase())
          setError(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void save()
        }}
      />
    </Dialog>
  )
}
