import { Button } from './button'
import { Dialog } from './dialog'

type ChangedDialogProps = {
  open: boolean
  /** Names the person and the change, as a full sentence; undefined if unknown. */
  detail?: string | undefined
  isSaving?: boolean
  onReload: () => void
  onKeep: () => void
}

/**
 * Asks what to do when someone else saved a form's data after it was opened. Reload drops everything typed; Keep
 * overwrites the other person's version. Fields are never merged. The dialog stays open until one of the two is chosen.
 */
export function EditConflictDialog({ open, detail, isSaving = false, onReload, onKeep }: ChangedDialogProps) {
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
