import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { VisuallyHidden } from '~/design/visually-hidden'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { NOTE_MAX } from '../../rules/allowance'
import { invitations } from '../queries'
import { copyCode } from '../share-link'

type GenerateOwnProps = {
  /** Why no code can be made now. */
  blocked: string | undefined
  /** With the id of the new code. */
  onGenerated: (id: string) => void
}

const EMPTY = { note: '', email: '' }

/** One of few codes, so it is asked whom it is for; both answers may stay empty, and what was typed stays on a failure. */
export function GenerateOwn({ blocked, onGenerated }: GenerateOwnProps) {
  const queryClient = useQueryClient()
  const formId = useId()
  const whyId = useId()
  const start = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useState(EMPTY)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const generate = useMutation(
    invitations.mine.generate.mutationOptions({
      onSuccess: ({ id, code, sentTo }) => {
        setDraft(EMPTY)
        setIsOpen(false)
        onGenerated(id)
        notify.success('Invitation code generated!', {
          detail: sentTo === null ? undefined : `A mail is on its way to ${sentTo}.`,
          action: { label: 'Copy', onClick: () => void copyCode(code) },
        })
      },
      onError: (error) => {
        setFaults(fieldErrors(error))
        notify.error('Failed to generate invitation', { detail: errorMessage(error) })
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: invitations.mine.key() }),
    }),
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setFaults({})
    const { note, email } = draft
    generate.mutate({ ...(note.trim() && { note }), ...(email.trim() && { email }) })
  }
  return (
    <>
      <Button
        variant="solid"
        icon={Plus}
        aria-disabled={blocked !== undefined || undefined}
        aria-describedby={blocked === undefined ? undefined : whyId}
        onClick={() => setIsOpen(true)}
      >
        Generate
      </Button>
      {blocked !== undefined && <VisuallyHidden id={whyId}>{blocked}</VisuallyHidden>}
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Generate a code"
        description="Good for one person and 7 days."
        startAt={start}
        actions={
          <>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button variant="primary" type="submit" form={formId} busy={generate.isPending && 'Generating'}>
              {draft.email.trim() === '' ? 'Generate' : 'Generate and mail'}
            </Button>
          </>
        }
      >
        <form id={formId} className="stack" onSubmit={submit} noValidate>
          <TextField
            ref={start}
            label="Note to yourself"
            labelEnd="Optional"
            placeholder="Whom it is for"
            maxLength={NOTE_MAX}
            value={draft.note}
            error={faults['note']}
            onChange={(event) => setDraft({ ...draft, note: event.target.value })}
          />
          <TextField
            label="Mail it to"
            labelEnd="Optional"
            type="email"
            inputMode="email"
            autoComplete="off"
            help="They get a link that fills the code in."
            value={draft.email}
            error={faults['email']}
            onChange={(event) => setDraft({ ...draft, email: event.target.value })}
          />
        </form>
      </Dialog>
    </>
  )
}
