import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { classNames } from './class-names'
import { Button } from './button'
import { NeedsJavaScript } from './needs-javascript'
import { useShortcutLabel } from './use-shortcut-label'
import styles from './save-bar.module.css'

type SaveBarProps = {
  isClean: boolean
  isSaving: boolean
  onDiscard: () => void
  className?: string | undefined
  children: ReactNode
}

/** A bar at the bottom of the window that saves or discards the form's changes. */
export function SaveBar({ isClean, isSaving, onDiscard, className, children }: SaveBarProps) {
  const shortcut = useShortcutLabel('S')
  return (
    <div className={classNames(styles.bar, className)} data-bottom-bar="save">
      <NeedsJavaScript action="Saving changes" />
      <Button
        className="script-only"
        variant="primary"
        type="submit"
        disabled={isClean && !isSaving}
        busy={isSaving && 'Saving'}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save changes
      </Button>
      {!isClean && shortcut && (
        <kbd className="small faint desktop-only" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
      {!isClean && (
        <Button variant="ghost" aria-disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      {children}
    </div>
  )
}

/** Saves on Ctrl+S and Cmd+S, wherever the focus is, instead of opening the browser's dialog. */
export function useSaveShortcut(save: () => void): void {
  const onSave = useEffectEvent(save)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      onSave()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
