import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { VisuallyHidden } from '~/design/visually-hidden'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { NOTE_MAX } from '../../rules/allowance'
import { invitations } from '../queries'
import { copyCode } from '../share-link'

type GenerateOwnProps = {
  blocked: string | undefined
  onGenerated: (id: string) => void
}

const EMPTY = { note: '', email: '' }

/** Generates a code from the member’s allowance, with an optional note and address. */
export function GenerateOwnCode({ blocked, onGenerated }: GenerateOwnProps) {
  const queryClient = useQueryClient()
  const reasonId = useId()
  const start = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const form = useForm({
    blank: EMPTY,
    send: ({ note, email }) =>
      invitations.mine.generate.call({ ...(note.trim() && { note }), ...(email.trim() && { email }) }),
    onDone: ({ id, code, sentTo }) => {
      setIsOpen(false)
      onGenerated(id)
      notify.success('Invitation code generated!', {
        detail: sentTo === null ? undefined : `An email is on its way to ${sentTo}.`,
        action: { label: 'Copy', onClick: () => void copyCode(code) },
      })
    },
    onError: (error) => notify.error('Failed to generate invitation', { detail: getErrorMessage(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitations.mine.key() }),
  })
  return (
    <>
      <Button
        variant="solid"
        icon={Plus}
        aria-disabled={blocked !== undefined || undefined}
        aria-describedby={blocked === undefined ? undefined : reasonId}
        onClick={() => setIsOpen(true)}
      >
        Generate
      </Button>
      {blocked !== undefined && <VisuallyHidden id={reasonId}>{blocked}</VisuallyHidden>}
      <FormDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Generate a code"
        description="Good for one person and 7 days."
        startAt={start}
        actionLabel={form.values.email.trim() === '' ? 'Generate' : 'Generate and email'}
        busy={form.isSending && 'Generating'}
        onSubmit={form.submit}
      >
        <TextField
          ref={start}
          label="Note to yourself"
          labelEnd="Optional"
          placeholder="The person it’s for"
          maxLength={NOTE_MAX}
          {...form.text('note')}
        />
        <TextField
          label="Email it to"
          labelEnd="Optional"
          type="email"
          inputMode="email"
          autoComplete="off"
          help="They get a link that fills the code in."
          {...form.text('email')}
        />
      </FormDialog>
    </>
  )
}
