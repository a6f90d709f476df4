import { Button } from '~/design/button'
import { NeedsScript } from '~/design/needs-script'
import { useShortcut } from '~/design/use-shortcut'
import type { ProfileForm } from './use-profile-form'

/** Stays at the foot of the window: what is not saved yet, and both ways to end that. */
export function SaveBar({ form }: { form: ProfileForm }) {
  const { changedNames, isSaving, discard } = form
  const isClean = changedNames.length === 0
  const shortcut = useShortcut('S')
  return (
    <div className="svb">
      <NeedsScript action="Saving changes" />
      <Button
        className="scripted"
        variant="primary"
        type="submit"
        disabled={isClean && !isSaving}
        busy={isSaving ? 'Saving' : false}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save changes
      </Button>
      {!isClean && shortcut && (
        <kbd className="small m3 only-d" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
      {isClean ? (
        <span className="small m3">Nothing to save</span>
      ) : (
        <>
          <Button variant="ghost" aria-disabled={isSaving} onClick={discard}>
            Discard
          </Button>
          <output className="small m2 only-d" title={changedNames.join(', ')}>
            {changeWords(changedNames.length)}
            <span className="sr">: {changedNames.join(', ')}</span>
          </output>
        </>
      )}
    </div>
  )
}

export function changeWords(count: number): string {
  return count === 1 ? '1 change not saved' : `${count} changes not saved`
}
