import { useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { TextArea } from '~/design/text-area'
import { NOTE_MAX } from '../rules/network-limits'
import { useChange } from './use-change'

type ConnectDialogProps = { personId: string; name: string; open: boolean; onClose: () => void }

/** Asks to connect, with a few words if one likes. What was written stays when it failed, or when the dialog closes. */
export default function ConnectDialog({ personId, name, open, onClose }: ConnectDialogProps) {
  const [note, setNote] = useState('')
  const change = useChange()
  const left = NOTE_MAX - note.length
  const send = () => {
    if (left < 0 || change.isPending) return
    change.mutateAsync({ kind: 'request', personId, name, note: note.trim() }).then(onClose, () => undefined)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Connect with ${name}`}
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form="connect" busy={change.isPending && 'Sending'}>
            Send request
          </Button>
        </>
      }
    >
      <form
        id="connect"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextArea
          label="Note"
          labelEnd={left < 50 ? `${left} left` : 'Optional'}
          help="Where you met, or what you have in mind."
          error={left < 0 ? `Use at most ${NOTE_MAX} characters.` : undefined}
          rows={4}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
          }}
        />
      </form>
    </Dialog>
  )
}
