import { Button } from './button'
import { Dialog } from './dialog'

type ChangedDialogProps = {
  open: boolean
  /** Who changed what, as a full sentence, where it is known. */
  detail?: string | undefined
  isSaving?: boolean
  onReload: () => void
  onKeep: () => void
}

/**
 * Asks what to do with a form whose data was saved by someone else after it was opened. Fields are never merged: reload
 * drops the whole form, keep saves it over theirs. Stays open until one of the two is chosen.
 */
export function ChangedDialog({ open, detail, isSaving = false, onReload, onKeep }: ChangedDialogProps) {
  return (
    <Dialog
      open={open}
      isRequired
      onOpenChange={() => undefined}
      title="Someone else changed this"
      description={`${detail === undefined ? '' : `${detail} `}Reload shows the saved version and drops your changes. Keep mine saves this whole form over it.`}
      actions={
        <>
          <Button aria-disabled={isSaving} onClick={onReload}>
            Reload
          </Button>
          <Button variant="primary" busy={isSaving ? 'Saving' : false} onClick={onKeep}>
            Keep mine
          </Button>
        </>
      }
    />
  )
}
