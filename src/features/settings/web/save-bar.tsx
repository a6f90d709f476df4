import { Button } from '~/design/button'
import type { HouseForm } from './use-house-form'

/** Stays at the foot of the window and names what is not saved yet. */
export function SaveBar({ form: { changes, isSaving, discard } }: { form: HouseForm }) {
  const isClean = changes.length === 0
  return (
    <div className="svb">
      <Button
        variant="primary"
        type="submit"
        disabled={isClean && !isSaving}
        busy={isSaving ? 'Saving' : false}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save changes
      </Button>
      {!isClean && (
        <Button variant="ghost" aria-disabled={isSaving} onClick={discard}>
          Discard
        </Button>
      )}
      <output className={isClean ? 'small m3' : 'small m2 house-changes'}>
        {isClean ? 'Nothing to save' : changes.join(', ')}
      </output>
    </div>
  )
}
